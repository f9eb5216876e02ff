import { describe, expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { allows, parseRobots } from './robots-rules.ts';

const may = (robots: string, path: string) => allows(parseRobots(robots), new URL(path, 'https://site.org'));

describe('robots.txt', () => {
  it.each([
    ['nothing', '', '/a', true],
    ['everything', 'User-agent: *\nDisallow: /', '/a', false],
    ['an empty rule', 'User-agent: *\nDisallow:', '/a', true],
    ['itself', 'User-agent: *\nDisallow: /', '/robots.txt', true],
    ['another program', 'User-agent: other\nDisallow: /', '/a', true],
    ['us, whatever is said to everyone', 'User-agent: *\nDisallow: /\n\nUser-agent: Lessonwright/1.0\nDisallow: /b', '/a', true],
    ['us without rules', 'User-agent: *\nDisallow: /\n\nUser-agent: lessonwright\nAllow:', '/a', true],
    ['us in two groups', 'User-agent: lessonwright\nDisallow: /b\n\nUser-agent: lessonwright\nDisallow: /a', '/a', false],
    ['two programs in one group', 'User-agent: other\nUser-agent: lessonwright\nDisallow: /a', '/a', false],
    ['the rule before any program', 'Disallow: /\nUser-agent: *\nDisallow: /b', '/a', true],
    ['a group that ends', 'User-agent: *\nDisallow: /b\nUser-agent: other\nDisallow: /a', '/a', true],
    ['a group across other lines', 'User-agent: *\nSitemap: https://site.org/map\nDisallow: /a', '/a', false],
    ['comments and spaces', ' user-agent : * # all\r\n disallow : /a # not this\r\n', '/a', false],
    ['a byte order mark', '\uFEFFUser-agent: *\nDisallow: /a', '/a', false],
    ['the longer rule', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['the longer rule, first', 'User-agent: *\nAllow: /a\nDisallow: /a/b', '/a/b/c', false],
    ['rules that are as long', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['a beginning', 'User-agent: *\nDisallow: /fish', '/fish.html', false],
    ['capital letters of a path', 'User-agent: *\nDisallow: /Fish', '/fish', true],
    ['a wildcard', 'User-agent: *\nDisallow: /*.php', '/a/b.php?c', false],
    ['an end', 'User-agent: *\nDisallow: /*.php$', '/a/b.php?c', true],
    ['an end that is there', 'User-agent: *\nDisallow: /*.php$', '/a/b.php', false],
    ['an end without a wildcard', 'User-agent: *\nDisallow: /a$', '/ab', true],
    ['parts that overlap', 'User-agent: *\nDisallow: /ab*ba$', '/aba', true],
    ['a query', 'User-agent: *\nDisallow: /a?b=', '/a?b=c', false],
    ['another spelling', 'User-agent: *\nDisallow: /a%7eb/%e2%82%ac', '/a~b/€', false],
    ['a path as it is', 'User-agent: *\nDisallow: /ä', '/%C3%A4', false],
    ['a slash that is escaped', 'User-agent: *\nDisallow: /a%2fb', '/a/b', true],
  ])('that says %s', (_about, robots, path, expected) => expect(may(robots, path)).toBe(expected));

  it('isn’t slow, whatever it says', () => {
    const path = `/${'a'.repeat(2_000)}b`;
    expect(may(`User-agent: *\nDisallow: /${'*a'.repeat(200)}*c$`, path)).toBe(true);
  });
});

it.each([
  ['tabs after a colon', (size: number) => `-:${'\t'.repeat(size)}#\u2028x`],
  ['hyphens', (size: number) => '-'.repeat(size)],
  ['agents and rules in turn', (size: number) => `${'user-agent: a\n'.repeat(size)}${'allow: /\n'.repeat(size)}`],
  ['wildcards', (size: number) => `User-agent: *\nDisallow: /${'*a'.repeat(size)}*c$`],
])('reads a file of %s in time that grows with its length', (_, textOf) => {
  const url = new URL(`https://site.org/${'a'.repeat(2_000)}b`);
  expect(growthBeyondLinear((size) => allows(parseRobots(textOf(size)), url), 1 << 18)).toBeNull();
});
