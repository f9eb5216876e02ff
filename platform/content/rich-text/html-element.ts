/** The part of a document's tree that is read of HTML: elements of a browser have it, and so has what a server parses. */
export interface HtmlNode {
  /** 1: an element; 3: a text. */
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly firstChild: HtmlNode | null;
  readonly nextSibling: HtmlNode | null;
  readonly textContent: string | null;
}

export interface HtmlElement extends HtmlNode {
  readonly localName: string;
  readonly tagName: string;
  readonly id: string;
  readonly className: string;
  readonly parentElement: HtmlElement | null;
  readonly firstElementChild: HtmlElement | null;
  readonly children: Iterable<HtmlElement>;
  readonly getAttribute: (name: string) => string | null;
  readonly hasAttribute: (name: string) => boolean;
  readonly querySelector: (selector: string) => HtmlElement | null;
  readonly querySelectorAll: (selector: string) => Iterable<HtmlElement>;
  readonly closest: (selector: string) => HtmlElement | null;
}
