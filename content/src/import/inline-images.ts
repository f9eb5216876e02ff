import { UnreadableFile } from './cells.ts';
import { fromBase64 } from './take-images.ts';

/** Of the texts of one file together, without the images that are written into them: more is no lesson. Characters. */
const TEXT_MAX = 2_000_000;

/** The bytes of an image that is written into a text; each sign of it is in one class, so that it is found in one pass. */
const WRITTEN_IN = /data:image\/(png|jpeg|gif|webp|avif);base64,([A-Za-z0-9+/]{64,}={0,2})/gi;

/**
 * Takes the images that are written into Markdown texts out of them, before anybody reads the texts: what remains is short. They are
 * named as attachments from then on.
 */
export class InlineImages {
  readonly #taken = new Map<string, Uint8Array>();
  #characters = 0;

  /** @throws UnreadableFile when the texts that were handed in so far are too long together. */
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
