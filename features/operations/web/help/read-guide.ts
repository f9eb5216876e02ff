import { searchWords } from '#platform/web/ui/matches.ts';

/** A page of the guide, as the product shows it. */
export interface GuidePage {
  /** The last part of its address, and its file without the ending. */
  name: string;
  title: string;
  /** Markdown without the title; links and pictures have the addresses that they have in the product. */
  source: string;
}

/** A heading of the index page with the pages that are listed below it. */
export interface GuideSection {
  title: string;
  pages: GuidePage[];
}

export interface Guide {
  index: GuidePage;
  sections: GuideSection[];
}

/** The page that lists all others. */
export const INDEX_PAGE = 'index';

/**
 * Puts the guide together from the files of docs/guide. The headings and links of its index page are the list of pages.
 *
 * @param files Markdown by path.
 * @param pictures Where each picture is served, by path.
 */
export function readGuide(files: Readonly<Record<string, string>>, pictures: Readonly<Record<string, string>>): Guide {
  const addresses = new Map(Object.entries(pictures).map(([path, address]) => [fileName(path), address]));
  const pages = new Map(
    Object.entries(files).map(([path, text]) => {
      const page = readPage(fileName(path).replace(/\.md$/, ''), text, addresses);
      return [page.name, page];
    }),
  );
  const index = pages.get(INDEX_PAGE);
  if (!index) throw new Error('The guide has no index page.');
  return { index, sections: readSections(index.source, pages) };
}

/** The sections with the pages that hold every word; a section without any is left out. Without words: all. */
export function findInGuide(sections: readonly GuideSection[], query: string): GuideSection[] {
  const words = searchWords(query);
  const holdsAll = ({ title, source }: GuidePage) => {
    const text = `${title} ${source}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return sections.map(({ title, pages }) => ({ title, pages: pages.filter(holdsAll) })).filter(({ pages }) => pages.length > 0);
}

function readPage(name: string, text: string, pictures: ReadonlyMap<string, string>): GuidePage {
  const [, title = name, rest = text] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? [];
  const source = rest
    .replaceAll(/\]\(([\w-]+)\.md\)/g, (_, page: string) => `](${guideAddress(page)})`)
    .replaceAll(/\]\(images\/([\w.-]+)\)/g, (_, picture: string) => `](${pictures.get(picture) ?? ''})`);
  return { name, title, source };
}

function guideAddress(page: string): string {
  return page === INDEX_PAGE ? '/help' : `/help/${page}`;
}

function readSections(index: string, pages: ReadonlyMap<string, GuidePage>): GuideSection[] {
  const sections: GuideSection[] = [];
  for (const line of index.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ title: heading, pages: [] });
    const page = pages.get(/^- \[[^\]]+\]\(\/help\/([\w-]+)\)/.exec(line)?.[1] ?? '');
    if (page) sections.at(-1)?.pages.push(page);
  }
  return sections;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
