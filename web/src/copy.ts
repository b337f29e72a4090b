/** Copies a text, also where the page came over plain http and there is no clipboard. */
export async function copy(text: string): Promise<boolean> {
  if ("clipboard" in navigator) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way on plain http
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
