/** A condition of an environment marker, such as `python_version < "3.11"`. Each side is a variable or a quoted string. */
type Marker =
  | { readonly kind: 'compare'; readonly left: string; readonly operator: string; readonly right: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Marker[] };

/** A PEP 508 requirement by package name: no address, path or option. */
export interface Requirement {
  readonly name: string;
  readonly extras: readonly string[];
  /** All of them must hold; empty: any version. */
  readonly bounds: readonly { readonly operator: string; readonly version: string }[];
  readonly marker: Marker | null;
}

/** The text isn't a requirement by name and version. The message, for authors, says why. */
export class RequirementError extends Error {}

const MOST_CHARACTERS = 1_000;
const MOST_DEPTH = 10;
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?![A-Za-z0-9._-])/;
const OPERATOR = /^(?:~=|==|!=|<=|>=|<|>)(?!=)/;
/** PEP 440 without a local version; `.*` is for `==` and `!=`. */
const VERSION =
  /^v?(?:\d+!)?\d+(?:\.\d+)*(?:[-_.]?(?:alpha|beta|preview|pre|rc|a|b|c)[-_.]?\d*)?(?:-\d+|[-_.]?(?:post|rev|r)[-_.]?\d*)?(?:[-_.]?dev[-_.]?\d*)?(?:\+[a-z0-9]+(?:[-_.][a-z0-9]+)*)?(?:\.\*)?(?![A-Za-z0-9.+!_*-])/i;
const VARIABLE =
  /^(?:python_version|python_full_version|os_name|sys_platform|platform_release|platform_system|platform_version|platform_machine|platform_python_implementation|implementation_name|implementation_version|extra)(?![A-Za-z0-9_])/;
const TEXT = /^(?:"[A-Za-z0-9 .,*+!_()#:/<>=~-]*"|'[A-Za-z0-9 .,*+!_()#:/<>=~-]*')/;
const COMPARISON = /^(?:~=|===|==|!=|<=|>=|<|>|not[ \t]+in(?![A-Za-z0-9_])|in(?![A-Za-z0-9_]))/;

/** @throws RequirementError for anything but a name with extras, versions and a marker */
export function parseRequirement(text: string): Requirement {
  if (text.length > MOST_CHARACTERS) throw new RequirementError(`A requirement may have at most ${MOST_CHARACTERS} characters.`);
  const reader = new Reader(text);
  const name = reader.take(NAME) ?? reader.fail();
  const extras: string[] = [];
  if (reader.takeSign('[') && !reader.takeSign(']')) {
    do extras.push(reader.take(NAME) ?? reader.fail());
    while (reader.takeSign(','));
    if (!reader.takeSign(']')) reader.fail();
  }
  const isBracketed = reader.takeSign('(');
  const bounds: Requirement['bounds'][number][] = [];
  let operator = reader.take(OPERATOR);
  while (operator !== null) {
    const version = reader.take(VERSION) ?? reader.fail();
    if (version.endsWith('.*') && operator !== '==' && operator !== '!=') reader.fail();
    bounds.push({ operator, version });
    operator = reader.takeSign(',') ? reader.take(OPERATOR) : null;
  }
  if (isBracketed && !reader.takeSign(')')) reader.fail();
  const marker = reader.takeSign(';') ? reader.marker(0) : null;
  if (!reader.isAtEnd()) reader.fail();
  return { name, extras, bounds, marker };
}

/** Formats a requirement as one line for installers. */
export function printRequirement({ name, extras, bounds, marker }: Requirement): string {
  const which = extras.length === 0 ? '' : `[${extras.join(',')}]`;
  const versions = bounds.map(({ operator, version }) => `${operator}${version}`).join(',');
  return `${name}${which}${versions}${marker === null ? '' : ` ; ${printMarker(marker)}`}`;
}

function printMarker(marker: Marker): string {
  if (marker.kind === 'compare') return `${marker.left} ${marker.operator} ${marker.right}`;
  return marker.parts.map((part) => (part.kind === 'compare' ? printMarker(part) : `(${printMarker(part)})`)).join(` ${marker.kind} `);
}

/** Consumes the text from its start, token by token; spaces between tokens are ignored. */
class Reader {
  readonly #text: string;
  #rest: string;

  constructor(text: string) {
    this.#text = text;
    this.#rest = text;
  }

  take(pattern: RegExp): string | null {
    this.#rest = this.#rest.replace(/^[ \t]+/, '');
    const found = pattern.exec(this.#rest)?.[0] ?? null;
    if (found !== null) this.#rest = this.#rest.slice(found.length);
    return found;
  }

  takeSign(sign: string): boolean {
    this.#rest = this.#rest.replace(/^[ \t]+/, '');
    if (!this.#rest.startsWith(sign)) return false;
    this.#rest = this.#rest.slice(sign.length);
    return true;
  }

  isAtEnd(): boolean {
    return /^[ \t]*$/.test(this.#rest);
  }

  /** `or` has lower precedence than `and`. */
  marker(depth: number): Marker {
    if (depth > MOST_DEPTH) this.fail();
    return this.#joined('or', () => this.#joined('and', () => this.#condition(depth)));
  }

  fail(): never {
    const shown = this.#text.length > 100 ? `${this.#text.slice(0, 100)}…` : this.#text;
    throw new RequirementError(
      `“${shown}” is not a package name with versions. Options, addresses, paths and editable packages are not supported.`,
    );
  }

  #joined(kind: 'and' | 'or', next: () => Marker): Marker {
    const first = next();
    const parts = [first];
    while (this.take(kind === 'and' ? /^and(?![A-Za-z0-9_])/ : /^or(?![A-Za-z0-9_])/) !== null) parts.push(next());
    return parts.length === 1 ? first : { kind, parts };
  }

  #condition(depth: number): Marker {
    if (this.takeSign('(')) {
      const inner = this.marker(depth + 1);
      return this.takeSign(')') ? inner : this.fail();
    }
    const left = this.#operand();
    const operator = (this.take(COMPARISON) ?? this.fail()).replace(/\s+/, ' ');
    return { kind: 'compare', left, operator, right: this.#operand() };
  }

  #operand(): string {
    return this.take(VARIABLE) ?? this.take(TEXT) ?? this.fail();
  }
}
