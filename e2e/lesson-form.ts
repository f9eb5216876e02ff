import { expect, type Locator, type Page } from '@playwright/test';

/** One field of the lesson page: how to fill it, and how to read its value. */
export interface FormField {
  fill: (page: Page) => Promise<void>;
  expect: (page: Page) => Promise<void>;
}

const textbox = (page: Page, label: string): Locator => page.getByRole('main').getByRole('textbox', { name: label, exact: true });
const checkbox = (page: Page, label: string): Locator => page.getByRole('main').getByRole('checkbox', { name: label, exact: true });
const option = (page: Page, name: string): Locator => page.getByRole('option', { name, exact: true });

export function text(label: string, value: string): FormField {
  return {
    fill: (page) => textbox(page, label).fill(value),
    expect: (page) => expect(textbox(page, label)).toHaveValue(value),
  };
}

export function number(label: string, value: number, unit = ''): FormField {
  return {
    fill: (page) => textbox(page, label).fill(String(value)),
    expect: (page) => expect(textbox(page, label)).toHaveValue(`${value}${unit}`),
  };
}

export function tick(label: string): FormField {
  return {
    fill: (page) => checkbox(page, label).check(),
    expect: (page) => expect(checkbox(page, label)).toBeChecked(),
  };
}

/** A text with suggestions. */
export function suggested(label: string, value: string): FormField {
  const input = (page: Page): Locator => page.getByRole('combobox', { name: label, exact: true });
  return {
    fill: async (page) => {
      await input(page).fill(value);
      await page.keyboard.press('Escape');
    },
    expect: (page) => expect(input(page)).toHaveValue(value),
  };
}

/** One of many. */
export function choice(label: string, value: string): FormField {
  const input = (page: Page): Locator => page.getByRole('combobox', { name: label, exact: true });
  return {
    fill: async (page) => {
      await input(page).click();
      await option(page, value).click();
    },
    expect: (page) => expect(input(page)).toHaveValue(value),
  };
}

/** Some of many: each chosen one is shown in the field. */
export function choices(label: string, values: readonly string[]): FormField {
  const input = (page: Page): Locator => page.getByRole('combobox', { name: label, exact: true });
  return {
    fill: async (page) => {
      // A field without search has nothing to click on; open it by keyboard.
      await input(page).focus();
      await page.keyboard.press('ArrowDown');
      for (const value of values) await option(page, value).click();
      await page.keyboard.press('Escape');
    },
    expect: async (page) => {
      const field = page.locator('.mantine-InputWrapper-root', { has: input(page) });
      for (const value of values) await expect(field.getByText(value, { exact: true })).toBeVisible();
    },
  };
}

/** An ordered list of texts, each added with Enter. */
export function list(label: string, noun: string, values: readonly string[]): FormField {
  return {
    fill: async (page) => {
      for (const value of values) {
        await page.getByLabel(`New ${noun}`).fill(value);
        await page.keyboard.press('Enter');
      }
    },
    expect: async (page) => {
      for (const [index, value] of values.entries()) await expect(textbox(page, `${label} ${index + 1}`)).toHaveValue(value);
    },
  };
}

/** A list of numbers, typed as one text. */
export function numbers(label: string, values: readonly number[]): FormField {
  const strings = values.map(String);
  return {
    fill: async (page) => {
      await page.getByRole('combobox', { name: label, exact: true }).focus();
      await page.keyboard.type(`${strings.join(',')},`);
    },
    expect: (page) => choices(label, strings).expect(page),
  };
}

/** Moved to its end by keyboard. */
export function slider(label: string, greatest: number): FormField {
  const thumb = (page: Page): Locator => page.getByRole('slider', { name: label });
  return {
    fill: async (page) => {
      await thumb(page).focus();
      await page.keyboard.press('End');
    },
    expect: (page) => expect(thumb(page)).toHaveAttribute('aria-valuenow', String(greatest)),
  };
}
