import { UnreadableFile } from './cells.ts';
import { fromBase64 } from './extract-images.ts';

/** Limit for the texts of one file together, without embedded images. Characters. */
const TEXT_MAX = 2_000_000;

/** An embedded image. Its characters are in one class, so that a match takes one pass. */
const WRITTEN_IN = /data:image\/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/]{64,}={0,2})/gi;

/**
 * Extracts embedded images from Markdown texts before they are parsed, so that only short texts remain. The texts then refer to
 * them as attachments.
 */
export class InlineImages {
  readonly #taken = new Map<string, Uint8Array>();
  #characters = 0;

  /** @throws UnreadableFile if the texts so far are too long together */
  takeOut(text: string): string {
    const short = text.replace(WRITTEN_IN, (whole: string, type: string, base64: string) => {
      const bytes = fromBase64(base64);
      if (bytes === null) return whole;
      const name = `written-in-${this.#taken.size + 1}/image.${type.toLowerCase()}`;
      this.#taken.set(name, bytes);
      return `attachment:${name}`;
    });
    this.#characters += short.length;
    if (this.#characters > TEXT_MAX)
      throw new UnreadableFile(
        `This file has more than ${TEXT_MAX / 1_000_000} million characters of text. That is too much for one lesson: split it.`,
      );
    return short;
  }

  get attachments(): ReadonlyMap<string, Uint8Array> {
    return this.#taken;
  }
}
