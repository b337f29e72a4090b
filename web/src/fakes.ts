/** What tests have in place of a server. */

import { onTestFinished, vi } from "vitest";
import type * as messages from "./messages";
import { Table } from "./Table.svelte";

/** A line to a server that a test speaks for. */
export class Line {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static last: Line;
  readyState = Line.CONNECTING;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly url?: URL) {
    Line.last = this;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** Returns someone at a table, until the test is over, and the line that the test speaks on. */
export function sitting(member: number, message: messages.Table): { table: Table; line: Line } {
  vi.stubGlobal("WebSocket", Line);
  const table = new Table(message.code);
  onTestFinished(() => table.close());
  const line = Line.last;
  line.opens();
  line.says({ type: "welcome", version: 2, id: 0, code: message.code, member, token: "t" });
  line.says(message);
  return { table, line };
}
