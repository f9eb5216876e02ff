import { withoutMetadata } from '#platform/content/image-metadata/without-metadata.ts';
import { markdownImagePath } from '#platform/content/image-path.ts';
import type { ImportedImage, Note } from './cells.ts';
import { uniqueImageName } from './image-names.ts';
import type { Surroundings } from './surroundings.ts';

/** Images that markdown refers to as `attachment:…`, by name. */
export type Attachments = ReadonlyMap<string, Uint8Array>;

const NONE: Attachments = new Map();
const LONGEST_SHOWN = 80;
/** Maximum number of files of a lesson. */
const NAMES_MAX = 1_000;

/**
 * `![alt](address "title")`, `<img src="address">`, `[label]: address`, and inline code, which stays unchanged. Every part ends
 * at a character that it can't contain, so that matching is linear.
 */
const IMAGES =
  /(?<code>`+[^`]*`+)|^(?<label> {0,3}\[[^[\]\n]+\]:[ \t]*)(?<target><[^<>\n]*>|\S+)|!\[(?<alt>(?:[^[\]]|\[[^[\]]*\])*)\]\(\s*(?<address><[^<>\n]*>|(?:[^()\s<>]|\([^()\s<>]*\))+)(?<title>\s+"[^"\n]*")?\s*\)|(?<before><img\b[^<>]{0,2000}?\bsrc\s*=\s*)(?<quote>["'])(?<src>[^"'<>]*)\k<quote>/gim;

/** Definitions are used for links too; these are images. */
const IMAGE_TARGET = /^(data:|attachment:)|\.(png|jpe?g|gif|webp|avif|svg)([?#]|$)/i;

/** Links, and inline code, which stays unchanged. */
const LINKS = /(?<code>`+[^`]*`+)|(?<before>(?<!!)\[[^[\]]*\]\(\s*<?)(?<address>[^()\s<>]+)/g;

/**
 * Extracts the images of a document: embedded ones are imported, and the texts refer to them as lessons do. Missing ones are
 * reported with the name under which they will be found.
 */
export class ImageExtractor {
  readonly images: ImportedImage[] = [];
  readonly #note: Note;
  /** Returns why bytes can't be a lesson image; null: they can. */
  readonly #problemOf: (bytes: Uint8Array) => string | null;
  readonly #taken: Set<string>;
  readonly #byKey = new Map<string, ImportedImage>();
  /** Names assigned to missing files, by address. */
  readonly #missing = new Map<string, string>();

  readonly #around: Surroundings;

  constructor(note: Note, problemOf: (bytes: Uint8Array) => string | null, around: Surroundings) {
    this.#note = note;
    this.#problemOf = problemOf;
    this.#around = around;
    this.#taken = new Set(around.images);
  }

  /** Returns the text with the addresses that its images have in a lesson. */
  take(text: string, place: string, attachments: Attachments = NONE): string {
    const linked = text.includes('](') ? this.#withLinks(text, place) : text;
    return rewriteImages(
      linked,
      (address) => this.#addressOf(address, place, attachments),
      (address) => this.#around.link(address),
    );
  }

  /** Whether an image is among the files around the document. */
  has(address: string): boolean {
    return this.#around.file(address) !== null;
  }

  /** Null: the address stays. */
  #addressOf(address: string, place: string, attachments: Attachments): string | null {
    const attachment = /^attachment:(.+)$/is.exec(address)?.[1];
    if (attachment !== undefined) {
      const name = decoded(attachment);
      const bytes = attachments.get(name) ?? attachments.get(attachment);
      if (bytes) return this.keep(name.split('/').at(-1) ?? name, bytes, place);
      this.#note(place, `The image ${shown(name)} is not attached to the file.`);
      return null;
    }
    if (/^data:/i.test(address)) return this.#takeData(address, place);
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address) || address === '') return null;
    return this.#expect(address, place);
  }

  #takeData(address: string, place: string): string | null {
    const comma = address.indexOf(',');
    const [type = '', ...parameters] = address
      .slice('data:'.length, Math.min(comma < 0 ? 0 : comma, LONGEST_SHOWN + 5))
      .toLowerCase()
      .split(';');
    if (comma < 0 || !parameters.includes('base64')) {
      this.#note(place, 'An embedded image is not base64. It was kept in the text and will not be shown.');
      return null;
    }
    const bytes = fromBase64(address.slice(comma + 1));
    const ending = /^image\/(png|jpeg|gif|webp|avif)$/.exec(type)?.[1] ?? 'png';
    const kept = bytes && this.keep(`image.${ending}`, bytes, place);
    if (!bytes) this.#note(place, 'Couldn’t decode an embedded image, which was skipped.');
    // These addresses may be longer than a text can be, and aren't shown anywhere.
    return kept ?? 'data:,';
  }

  /** Keeps an image without what it says about where and when it was taken. @returns its address in texts; null: it can't be kept */
  keep(name: string, given: Uint8Array, place: string): string | null {
    const bytes = withoutMetadata(given);
    const key = keyOf(bytes);
    const same = this.#byKey.get(key);
    if (same && isSame(same.bytes, bytes)) return markdownImagePath(same.file_name);
    if (this.#taken.size >= NAMES_MAX) {
      this.#note(place, `The image ${shown(name)} was skipped: a lesson can have at most ${NAMES_MAX} files.`);
      return null;
    }
    const problem = this.#problemOf(bytes);
    if (problem !== null) {
      this.#note(place, `The image ${shown(name)} was skipped: ${problem}`);
      return null;
    }
    const named = /\.\w{1,5}$/.test(name) ? name : `${name}${FIRST_BYTES[bytes[0] ?? 0] ?? ''}`;
    const file_name = uniqueImageName(isMarkup(bytes) ? `${name.replace(/\.\w{1,5}$/, '')}.svg` : named, this.#taken);
    this.#taken.add(file_name);
    const image = { file_name, bytes };
    this.images.push(image);
    this.#byKey.set(key, image);
    return markdownImagePath(file_name);
  }

  /** An image next to the file, which wasn't uploaded; assigns its name in the lesson. */
  #expect(address: string, place: string): string | null {
    const path = decoded(address.replace(/[?#].*$/s, ''));
    const bytes = this.#around.file(address.replace(/[?#].*$/s, ''));
    if (bytes) return this.keep(path.split(/[/\\]/).at(-1) ?? path, bytes, place);
    const known = this.#missing.get(path);
    if (known === undefined && this.#taken.size >= NAMES_MAX) {
      this.#note(place, `The image ${shown(path)} is not in the file.`);
      return null;
    }
    const file_name = known ?? uniqueImageName(path.split(/[/\\]/).at(-1) ?? '', this.#taken);
    this.#taken.add(file_name);
    if (known === undefined) {
      this.#missing.set(path, file_name);
      this.#note(place, `The image ${shown(path)} is not in the file. Upload it to the lesson as ${file_name} to show it.`);
    }
    return markdownImagePath(file_name);
  }

  /** The text with links to what is imported together; reports the others that lead nowhere. */
  #withLinks(text: string, place: string): string {
    return text.replace(LINKS, (whole: string, ...rest: unknown[]) => {
      const { code, before = '', address = '' } = rest.at(-1) as Partial<Record<string, string>>;
      if (code !== undefined || /^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return whole;
      const target = this.#around.link(address);
      if (target !== null) return before + target;
      if (!address.startsWith('/'))
        this.#note(place, `The link to ${shown(decoded(address))} points to a file that the lesson does not have.`);
      return whole;
    });
  }
}

/**
 * Replaces the addresses of the images in a Markdown text. Those in inline code stay.
 *
 * @param addressOf null: the address stays
 * @param linkOf the same for what a definition links to
 */
export function rewriteImages(
  text: string,
  addressOf: (address: string) => string | null,
  linkOf: (address: string) => string | null = () => null,
): string {
  return text.replace(IMAGES, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Partial<Record<string, string>>;
    const { code, label, target, before, quote = '', src } = groups;
    if (code !== undefined) return whole;
    if (label !== undefined) {
      const named = bare(target ?? '');
      const address = IMAGE_TARGET.test(named) ? addressOf(named) : linkOf(named);
      return address === null ? whole : `${label}${address}`;
    }
    if (src !== undefined && before !== undefined) {
      const address = addressOf(src.replaceAll('&amp;', '&'));
      return address === null ? whole : `${before}${quote}${address}${quote}`;
    }
    const address = addressOf(bare(groups['address'] ?? ''));
    return address === null ? whole : `![${groups['alt'] ?? ''}](${address}${groups['title'] ?? ''})`;
  });
}

/** Decodes base64, including the line breaks that notebooks add; null: it is invalid. */
export function fromBase64(text: string): Uint8Array | null {
  const compact = text.replace(/\s+/g, '');
  if (compact === '') return null;
  try {
    const binary = atob(compact);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return null;
  }
}

/** Addresses may be in angle brackets. */
function bare(address: string): string {
  return address.replace(/^<|>$/g, '');
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function shown(name: string): string {
  return name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name;
}

/** The endings of images other than PNG, by their first byte, for names without one. */
const FIRST_BYTES: Readonly<Record<number, string>> = { 0xff: '.jpg', 0x47: '.gif', 0x52: '.webp' };

/** An SVG, which browsers recognize by its name. */
function isMarkup(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*</.test(new TextDecoder().decode(bytes.subarray(0, 100)));
}

/** A hash of an image (FNV-1a). */
function keyOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${bytes.length} ${hash}`;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
