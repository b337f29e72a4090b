declare module "virtual:texts/*" {
  const sentences: Record<string, string>;
  export default sentences;
}
