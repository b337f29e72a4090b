/** Returns whether only those in the same house reach a server by this name. */
export function atHome(name: string): boolean {
  return /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.|^\[f[cde]|\.(local|lan|home)$/.test(name);
}
