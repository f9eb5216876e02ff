/** A part of a message in the form that endpoints take. */
type Part = { readonly type: 'text'; readonly text: string } | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

interface Request {
  readonly messages: readonly { readonly content: string | readonly Part[] }[];
}

/** A request for people: the texts of its messages and its pictures, and all of it with the pictures cut short. */
export function readRequest(body: string): { texts: string[]; pictures: string[]; raw: string } {
  const request = JSON.parse(body) as Request;
  const parts = request.messages.flatMap(({ content }): readonly Part[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  );
  return {
    texts: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    pictures: parts.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : [])),
    raw: JSON.stringify(
      request,
      (key, value: unknown) => (key === 'url' && typeof value === 'string' ? `${value.slice(0, 60)}…` : value),
      2,
    ),
  };
}
