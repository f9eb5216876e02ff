import { describe, expect, it } from 'vitest';
import { productAddress, serverAddress } from './product-address.ts';

describe('the server of a clone', () => {
  it.each([
    ['https://lessons.example.org/git/content.git', 'https://lessons.example.org'],
    ['https://anybody:secret@lessons.example.org:8443/git/content.git/', 'https://lessons.example.org:8443'],
    ['http://127.0.0.1:3000/git/content.git', 'http://127.0.0.1:3000'],
    ['https://github.com/team/content.git', null],
    ['https://lessons.example.org/other/git/content.git', null],
    ['ssh://git@lessons.example.org/git/content.git', null],
    ['git@lessons.example.org:git/content.git', null],
    ['/srv/git/content.git', null],
    ['file:///git/content.git', null],
  ])('%s', (origin, server) => {
    expect(productAddress(origin)).toBe(server);
  });
});

describe('a server that is named', () => {
  it.each([
    ['https://lessons.example.org', 'https://lessons.example.org'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://me:secret@lessons.example.org', null],
    ['https://lessons.example.org/lessons', null],
    ['ftp://lessons.example.org', null],
    ['lessons.example.org', null],
    ['', null],
  ])('%s', (named, server) => {
    expect(serverAddress(named)).toBe(server);
  });
});
