/** Packages without types: plugins, and what tests use. */
declare module 'markdown-it-deflist' {
  import type { MarkdownIt } from 'markdown-it';
  export default function definitionLists(md: MarkdownIt): void;
}

declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';
  export default function footnotes(md: MarkdownIt): void;
}

declare module 'commonmark-spec' {
  interface Example {
    readonly number: number;
    readonly section: string;
    readonly markdown: string;
    readonly html: string;
  }
  const spec: { readonly tests: readonly Example[] };
  export default spec;
}

declare module 'jsdom' {
  interface ParsedAttribute {
    readonly name: string;
    readonly value: string;
  }
  interface ParsedElement {
    readonly localName: string;
    readonly attributes: Iterable<ParsedAttribute>;
    readonly innerHTML: string;
    getAttribute(name: string): string | null;
    querySelectorAll(selector: string): Iterable<ParsedElement>;
  }
  interface Parser {
    parseFromString(text: string, type: 'text/html'): { readonly body: ParsedElement };
  }
  export class JSDOM {
    constructor();
    readonly window: { readonly DOMParser: new () => Parser };
  }
}
