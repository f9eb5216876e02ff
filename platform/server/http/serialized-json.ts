import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Smaller replies, in bytes, are not worth compressing. */
const WORTH_COMPRESSING = 8 * 1024;

/** A serialized reply. A handler returns it instead of the value and may send it more than once. */
export class SerializedJson {
  readonly #bytes: Buffer;
  readonly #isCompressed: boolean;

  private constructor(bytes: Buffer, isCompressed: boolean) {
    this.#bytes = bytes;
    this.#isCompressed = isCompressed;
  }

  /** Serializes a value. Compression runs off the event loop and favors speed. */
  static async of(value: unknown, options: { readonly compress?: boolean } = {}): Promise<SerializedJson> {
    const bytes = Buffer.from(JSON.stringify(value));
    if (!options.compress || bytes.length < WORTH_COMPRESSING) return new SerializedJson(bytes, false);
    return new SerializedJson(await compress(bytes, { level: constants.Z_BEST_SPEED }), true);
  }

  /** Returns the value. */
  async read(): Promise<unknown> {
    return JSON.parse((await this.#plain()).toString('utf8'));
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply.type('application/json; charset=utf-8');
    if (!this.#isCompressed) return reply.send(this.#bytes);
    void reply.header('vary', 'accept-encoding');
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(await this.#plain());
    return reply.header('content-encoding', 'gzip').send(this.#bytes);
  }

  async #plain(): Promise<Buffer> {
    return this.#isCompressed ? decompress(this.#bytes) : this.#bytes;
  }
}

/** Whether a client with this header accepts gzip. A weight of 0 means it doesn't. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const entries = String(header ?? '')
    .toLowerCase()
    .split(',');
  return entries.some((entry) => {
    const [name = '', ...options] = entry.split(';').map((part) => part.trim());
    return name === 'gzip' && !options.some((option) => /^q=0(\.0*)?$/.test(option));
  });
}
