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
  interface Axe {
    getRules(): { readonly ruleId: string; readonly actIds?: readonly string[] }[];
    run(
      context: unknown,
      options: { readonly runOnly: readonly string[]; readonly iframes: boolean },
    ): Promise<{ readonly violations: readonly { readonly id: string }[] }>;
  }
  export class JSDOM {
    constructor(html?: string, options?: { readonly runScripts: 'outside-only' });
    readonly window: {
      readonly DOMParser: new () => Parser;
      readonly document: { readonly body: { innerHTML: string } };
      /** Runs a script in the page. */
      eval(source: string): void;
      /** Once its source was run. */
      readonly axe: Axe;
    };
  }
}
