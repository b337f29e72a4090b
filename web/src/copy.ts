/** Copies a text, even over plain http where there is no clipboard; returns whether it worked. */
export async function copy(text: string): Promise<boolean> {
  if ("clipboard" in navigator) {
    const written = navigator.clipboard.writeText(text);
    if (await written.then(() => true).catch(() => false)) return true; // A browser may refuse it.
  }
  const field = Object.assign(document.createElement("textarea"), { value: text });
  // Beside an open sheet nothing can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way on plain http
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
