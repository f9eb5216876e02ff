import { chromium } from '@playwright/test';
import { RealServer } from '#testing/real-server.ts';
import { findBrowser } from '#testing/browser.ts';
import { takeGuidePictures } from './screenshots/guide-pictures.ts';
import { takeReadmePicture } from './screenshots/readme-picture.ts';

/**
 * `npm run screenshots`: the pictures of the documents, each set taken of the sample content on a fresh server.
 * `npm run screenshots -- guide` takes one set.
 */
const SETS = { readme: takeReadmePicture, guide: takeGuidePictures };

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(SETS, name));
if (unknown !== undefined) throw new Error(`There are no pictures called ${unknown}. Choose from: ${Object.keys(SETS).join(', ')}.`);

const browser = await chromium.launch(findBrowser());
try {
  for (const [name, take] of Object.entries(SETS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
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
