/** What tests have in place of a server. */

/** A line to a server that a test speaks for. */
export class Line {
  static readonly OPEN = 1;
  static last: Line;
  readyState = 1;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: () => void;

  constructor() {
    Line.last = this;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}
