export function film(): Uint8Array;
