import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { addItem, addPage, eventually, expectVisible, newSite, open, type Site } from './support/browser.ts'

// Every test here fails on any warning or error in the console: `open` checks that.

const kinds = [
  'graph TD\n  A[Start] --> B{Choice}\n  B -->|yes| C((End))\n  style C fill:#f96,stroke:#333,stroke-width:2px\n  linkStyle 0 stroke:red',
  'sequenceDiagram\n  Alice->>Bob: Hello\n  Note right of Bob: thinks\n  loop daily\n    Bob-->>Alice: Hi\n  end',
  'classDiagram\n  Animal <|-- Duck\n  Animal : +int age\n  class Duck{\n    +swim()\n  }',
  'stateDiagram-v2\n  [*] --> Still\n  Still --> Moving\n  Moving --> [*]',
  'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER {\n    int id PK\n    string state\n  }',
  'gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section A\n  Task one :a1, 2024-01-01, 30d\n  Task two :after a1, 20d',
  'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85',
  'journey\n  title My day\n  section Work\n    Make tea: 5: Me\n    Do work: 1: Me, Cat',
  'gitGraph\n  commit\n  branch develop\n  commit\n  checkout main\n  merge develop',
  'mindmap\n  root((topic))\n    one\n    two\n      three',
  'timeline\n  title History\n  2002 : A\n  2004 : B : C',
  'quadrantChart\n  title Reach\n  x-axis Low --> High\n  y-axis Low --> High\n  A: [0.3, 0.6]',
]
const formulas = [
  '\\sqrt{x^2 + 1}',
  '\\vec{v} \\cdot \\overrightarrow{AB}',
  '\\boxed{\\oiint_S f} + \\underbrace{a+b}_{c}',
  '\\color{red}{\\frac{a}{b}}',
]
const fence = '```'
const text = [
  '# Drawings',
  ...formulas.map((formula) => `$$${formula}$$`),
  'In a line $\\widehat{xyz}$ too.',
  ...kinds.map((kind) => `${fence}mermaid\n${kind}\n${fence}`),
].join('\n\n')

let site: Site
let item_id: number
let page_id: number

beforeAll(async () => {
  site = await newSite()
  item_id = await addItem(site.admin, { item_name: 'Drawn' })
  page_id = await addPage(site.admin, item_id, 'Drawings', text)
})

const drawn = (page: Page) => page.locator('.md-diagram img')

/** Scrolls to every drawing and waits until all of them are rendered. */
async function draw(page: Page, count = kinds.length) {
  await eventually(() => page.locator('.md-diagram').count(), count)
  for (let at = 0; at < count; at++) {
    await page.locator('.md-diagram').nth(at).scrollIntoViewIfNeeded()
    await expectVisible(drawn(page).nth(at))
  }
  expect(await page.locator('[data-failed]').count()).toBe(0)
}

test('renders diagrams of every kind and formulas without console output, light, dark and in print', async () => {
  const page = await open(site.server, { at: `/${item_id}/${page_id}`, token: site.token })
  await draw(page)
  await eventually(() => page.locator('.katex').count(), formulas.length + 1)
  const before = await drawn(page).first().getAttribute('src')
  await page.emulateMedia({ colorScheme: 'dark' })
  await eventually(async () => (await drawn(page).first().getAttribute('src')) !== before, true)
  await draw(page)
  await page.emulateMedia({ media: 'print' })
  await expectVisible(drawn(page).first())
})

test('renders the preview next to the source without console output', async () => {
  const page = await open(site.server, { at: `/page/edit/${item_id}/${page_id}`, token: site.token })
  await page.locator('.md-diagram').first().scrollIntoViewIfNeeded()
  await expectVisible(drawn(page).first())
})

test('renders the visual editor without console output', async () => {
  const page = await open(site.server, { at: `/page/edit/${item_id}/${page_id}`, token: site.token })
  await page.getByRole('button', { name: 'Visual', exact: true }).click()
  await expectVisible(page.locator('.ProseMirror .katex').first())
  await page.locator('.ProseMirror img').first().scrollIntoViewIfNeeded()
  await expectVisible(page.locator('.ProseMirror img').first())
})

test('renders a shared page without console output', async () => {
  const made = await site.admin.page.createSinglePage({ page_id, isCreateSiglePage: 'true' })
  const unique_key = 'unique_key' in made ? made.unique_key : ''
  const page = await open(site.server, { at: `/p/${unique_key}` })
  await draw(page)
})
