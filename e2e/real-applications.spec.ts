import type { Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { openTab } from './author.ts';
import { expect, test } from './product.ts';
import { BUILD_MS, hasPyPI, makeCodeScreen, type Shown } from './real-applications.ts';

test.use({ packageSource: 'PyPI' });

const PORT = 8000;
const START_MS = 120_000;

/** Typical applications: each greets the person whose name is in it. */
const APPLICATIONS = [
  {
    name: 'streamlit',
    code: `import sys
from pathlib import Path
Path("shop.py").write_text('import streamlit as st\\nname = st.text_input("Name")\\nst.write(f"Hello, {name}!")')
from streamlit.web import cli
sys.argv = ["streamlit", "run", "shop.py", "--server.port=${PORT}", "--server.address=127.0.0.1", "--server.headless=true", "--browser.gatherUsageStats=false"]
cli.main()`,
  },
  {
    name: 'dash',
    code: `from dash import Dash, Input, Output, callback, dcc, html
app = Dash()
app.layout = [html.Label(["Name", dcc.Input(id="name", value="")]), html.Div(id="greeting")]
@callback(Output("greeting", "children"), Input("name", "value"))
def greet(name):
    return f"Hello, {name}!"
app.run(host="127.0.0.1", port=${PORT})`,
  },
  {
    name: 'gradio',
    code: `import gradio
app = gradio.Interface(lambda name: f"Hello, {name}!", gradio.Textbox(label="Name"), gradio.HTML(), live=True)
app.launch(server_name="127.0.0.1", server_port=${PORT})`,
  },
  {
    name: 'shiny',
    code: `from shiny import App, render, run_app, ui
def server(input, output, session):
    @render.text
    def greeting():
        return f"Hello, {input.name()}!"
run_app(App(ui.page_fluid(ui.input_text("name", "Name"), ui.output_text("greeting")), server), host="127.0.0.1", port=${PORT})`,
  },
];

async function build(client: Client<Api>, id: number, name: string): Promise<void> {
  const packages = [{ name, version: null, show_in_editor: false }];
  await client.buildPackages({ params: { id }, body: { packages, legacy_check_enabled: false, custom_check_enabled: false } });
  const state = () => client.getBuild({ params: { id }, query: { log_from: 0 } }).then((reply) => reply.build.error ?? reply.build.state);
  await expect.poll(state, { timeout: BUILD_MS, intervals: [1_000] }).not.toBe('in_progress');
  expect(await state()).toBe('built');
}

async function greet(shown: Shown, typing: Page): Promise<void> {
  await shown.getByLabel('Name').first().click({ timeout: START_MS });
  await typing.keyboard.type('Ada');
  await typing.keyboard.press('Enter');
  await expect(shown.getByText('Hello, Ada!')).toBeVisible({ timeout: START_MS });
}

for (const { name, code } of APPLICATIONS) {
  test(`an application of ${name} works in its panel and in a tab @full`, async ({ product, page }) => {
    test.skip(!(await hasPyPI()), 'PyPI cannot be reached');
    test.setTimeout(BUILD_MS + 5 * 60_000);
    const { id, screenUrl } = await makeCodeScreen(product, {
      fields: { enabled_features: ['Stateful'], app_ports: [PORT], code_run_timeout: 60 },
      screen: { remote_run_code: code },
    });
    await build(product.client, id, name);
    await page.goto(screenUrl);
    await openTab(page, 'Remote run code');
    await page.getByRole('button', { name: /^Run and Deploy/ }).click();
    await openTab(page, 'Application');
    await greet(page.frameLocator(`iframe[title="Application on port ${PORT}"]`), page);
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: `Open port ${PORT} in a new tab` }).click(),
    ]);
    await greet(tab, tab);
    await tab.close();
  });
}
