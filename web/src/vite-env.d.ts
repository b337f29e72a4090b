declare module "virtual:texts/*" {
  const sentences: Record<string, string>;
  export default sentences;
}
declare module "virtual:decks" {
  /** What decks look like now, as a number. */
  const edition: string;
  export default edition;
}
