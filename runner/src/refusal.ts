/** An HTTP error reply; `body` is sent as JSON. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: { error: string; missing?: string[] }) {
    super(body.error);
    this.status = status;
    this.body = body;
  }
}
