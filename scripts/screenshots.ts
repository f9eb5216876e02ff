import { chromium } from '@playwright/test';
import { findBrowser } from '#testing/browser.ts';
import { RealServer } from '#testing/real-server.ts';
import { takeGuidePictures } from './screenshots/guide-pictures.ts';
import { takePagePictures } from './screenshots/page-pictures.ts';
import { takeReadmePicture } from './screenshots/readme-picture.ts';

/**
 * `npm run screenshots`: the pictures of the documents, each set taken of the sample content on a fresh server.
 * `npm run screenshots -- guide` takes one set; `-- pages` takes every page, to look at.
 */
const OF_DOCUMENTS = { readme: takeReadmePicture, guide: takeGuidePictures };
const SETS = { ...OF_DOCUMENTS, pages: takePagePictures };

const named = process.argv.slice(2);
const wanted = named.length > 0 ? named : Object.keys(OF_DOCUMENTS);
const unknown = wanted.find((name) => !Object.hasOwn(SETS, name));
if (unknown !== undefined) throw new Error(`There are no pictures called ${unknown}. Choose from: ${Object.keys(SETS).join(', ')}.`);

const browser = await chromium.launch(findBrowser());
try {
  for (const [name, take] of Object.entries(SETS)) {
    if (!wanted.includes(name)) continue;
    const server = await RealServer.create();
    try {
      await take(browser, server);
    } finally {
      await server.remove();
    }
  }
} finally {
  await browser.close();
}
