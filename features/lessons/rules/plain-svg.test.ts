import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { growthBeyondLinear } from '#testing/growth.ts';
import { isPlainSvg } from './plain-svg.ts';

const svg = (inner: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inner}</svg>`;

describe('an SVG', () => {
  it.each([
    svg('<rect width="3"/>'),
    `\uFEFF<?xml version="1.0"?>\n<!-- drawn -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- by hand -->\n${svg('')}`,
    svg(
      '<style><![CDATA[ .a > .b { fill: red } ]]></style><use xlink:href="#a"/><a href="https://a.example/?b&amp;c"><text>on top</text></a>',
    ),
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN"\n "a.dtd" [\n <!ATTLIST svg xmlns:xlink CDATA #FIXED "http://www.w3.org/1999/xlink">\n]>\n<!-- G -->${svg('')}`,
    svg('<image href="data:image/png;base64,iVBO\nRw0="/><animate attributeName="x"/>'),
  ])('is plain: %s', (text) => {
    expect(isPlainSvg(encodeUtf8(text))).toBe(true);
  });

  it.each([
    svg('<script>alert(1)</script>'),
    svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'),
    svg('', ' onload="alert(1)"'),
    svg('<g id="a"onclick=alert(1)/>'),
    svg('<foreignObject><p/></foreignObject>'),
    svg('<a href="javascript:alert(1)"/>'),
    svg('<a xlink:href=" java&#115;cript:alert(1)"/>'),
    svg('<a href=data:text/html,x/>'),
    svg('<image href="data:image/svg+xml;base64,PHN2Zz4="/>'),
    svg('<a><set attributeName="href" to="javascript:alert(1)"/></a>'),
    svg('<a><animate attributeName="xlink:href" values="javascript:alert(1)"/></a>'),
    svg('<a><set attributeName="hr&#101;f" to="javascript:alert(1)"/></a>'),
    svg('<style><![CDATA[]]></style><![CDATA[<script>]]>'),
    `<!DOCTYPE svg [<!ENTITY x "<script>">]>${svg('&x;')}`,
    `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svg('')}`,
    '<html><svg></svg></html>',
    'no markup',
  ])('is not plain: %s', (text) => {
    expect(isPlainSvg(encodeUtf8(text))).toBe(false);
  });

  it('an SVG in another encoding is not plain', () => {
    expect(isPlainSvg(Buffer.from(svg(''), 'utf16le'))).toBe(false);
    expect(isPlainSvg(new Uint8Array([0x3c, 0x73, 0x76, 0x67, 0xff]))).toBe(false);
  });

  it.each(['<!--', '<svg ', '<?xml', '<!DOCTYPE svg', ' ', 'href=', '<style><![CDATA['])(
    'an SVG that only repeats %j is checked in time',
    (part) => {
      isPlainSvg(encodeUtf8(`<svg>${part.repeat(300_000)}`));
      expect(isPlainSvg(encodeUtf8(part.repeat(300_000)))).toBe(part === '<svg ');
    },
  );
});

it.each([
  ['comments', '<!---->', ''],
  ['blanks', ' ', ''],
  ['blanks in an attribute', ' ', '<svg attributeName='],
  ['open tags', '<a', '<svg '],
  ['handlers', ' on', '<svg '],
  ['addresses', 'href="', '<svg '],
  ['open styles', '<style><![CDATA[', '<svg '],
])('reads %s in time that grows with their number', (_, unit, before) => {
  expect(growthBeyondLinear((size) => isPlainSvg(encodeUtf8(`${before}${unit.repeat(size)}`)), 1 << 18)).toBeNull();
});
