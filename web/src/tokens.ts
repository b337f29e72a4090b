/** Who one is at each table: tokens that bring one back, kept on this machine. */

const KEY = "cartable.tables";
const MOST = 20;

interface Kept {
  code: string;
  tv: boolean;
  token: string;
}

/** Returns the token for a table, empty for a newcomer. */
export function kept(code: string, tv = false): string {
  return all().find((one) => one.code === code && one.tv === tv)?.token ?? "";
}

export function keep(code: string, tv: boolean, token: string): void {
  write([{ code, tv, token }, ...all().filter((one) => one.code !== code || one.tv !== tv)]);
}

export function forget(code: string): void {
  write(all().filter((one) => one.code !== code));
}

/** Returns the codes of the tables one sat at, latest first. */
export function tables(): string[] {
  return all()
    .filter((one) => !one.tv)
    .map((one) => one.code);
}

function all(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

function write(tokens: Kept[]): void {
  localStorage.setItem(KEY, JSON.stringify(tokens.slice(0, MOST)));
}
