/** The style sheet of exported websites. Colors have a contrast of at least 4.5 in light and dark. */
export const SITE_STYLE = `:root {
  color-scheme: light dark;
  --text: #1f2328;
  --dim: #57606a;
  --page: #ffffff;
  --raised: #f4f6f8;
  --line: #d0d7de;
  --link: #0a58ca;
  --keyword: #a01641;
  --string: #0a5a2b;
  --number: #8a4600;
  --name: #6639ba;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6e8eb;
    --dim: #a3abb5;
    --page: #16191d;
    --raised: #21262c;
    --line: #3d444d;
    --link: #7ab4ff;
    --keyword: #ff9aa8;
    --string: #8fdba4;
    --number: #f0b26b;
    --name: #cfb2ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  padding: 1.5rem 1.25rem 3rem;
  max-width: 46rem;
  background: var(--page);
  color: var(--text);
  font: 1.0625rem/1.65 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3, h4 { line-height: 1.25; margin: 1.6em 0 0.5em; }
h1 { font-size: 1.9rem; margin-top: 0.6em; }
h2 { font-size: 1.35rem; }
h3 { font-size: 1.125rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
header { color: var(--dim); font-size: 0.9375rem; }
header a, .turn a { display: inline-block; padding: 0.2rem 0; min-height: 1.5rem; }
.contents li { padding: 0.2rem 0; }
img, video, iframe { max-width: 100%; }
img, video { height: auto; }
iframe { width: 100%; aspect-ratio: 16 / 9; border: 0; }
pre {
  padding: 0.85rem 1rem;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--raised);
  white-space: pre-wrap;
}
code { font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; }
:not(pre) > code { padding: 0.1em 0.35em; border-radius: 4px; background: var(--raised); }
pre.output { border-left: 4px solid var(--dim); }
table { display: block; max-width: 100%; border-collapse: collapse; }
th, td { padding: 0.35rem 0.7rem; border: 1px solid var(--line); text-align: start; }
blockquote { margin: 1rem 0; padding: 0 1rem; border-inline-start: 4px solid var(--line); color: var(--dim); }
details, .box {
  margin: 1rem 0;
  padding: 0.6rem 1rem;
  border: 1px solid var(--line);
  border-inline-start: 4px solid var(--link);
  border-radius: 8px;
}
.box-warning, .box-important { border-inline-start-color: var(--number); }
.box-tip, .box-key-points { border-inline-start-color: var(--string); }
.box-challenge { border-inline-start-color: var(--name); }
summary { padding: 0.2rem 0; min-height: 1.5rem; font-weight: 600; cursor: pointer; }
details > :last-child, .box > :last-child { margin-bottom: 0.4rem; }
.box-title { margin: 0; font-weight: 600; }
dt { font-weight: 600; }
.katex-display { display: block; margin: 1rem 0; padding: 2px 0; overflow: auto hidden; }
.turn {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem 2rem;
  justify-content: space-between;
  margin-top: 3rem;
  padding-top: 1rem;
  border-top: 1px solid var(--line);
}
.turn [rel='next'] { margin-left: auto; text-align: right; }
.turn span { display: block; color: var(--dim); font-size: 0.875rem; }
.hljs-keyword, .hljs-literal, .hljs-built_in { color: var(--keyword); }
.hljs-string, .hljs-regexp { color: var(--string); }
.hljs-number, .hljs-attr { color: var(--number); }
.hljs-title, .hljs-type, .hljs-variable { color: var(--name); }
.hljs-comment, .hljs-meta { color: var(--dim); }
@media print {
  .turn, header { display: none; }
}
`;
