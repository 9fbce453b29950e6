import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

const core = /@fortune-sheet[\\/]core[\\/]dist[\\/]index\.esm\.js$/
const react = /@fortune-sheet[\\/]react[\\/]dist[\\/]index\.esm\.js$/

const writer = fileURLToPath(new URL('../web/features/sheet/write-html.ts', import.meta.url))

const lent = fileURLToPath(new URL('../web/features/sheet/lent.ts', import.meta.url))
const links = fileURLToPath(new URL('../web/features/sheet/formula-links.ts', import.meta.url))

/** How often each of them handles HTML; another number means that the package has changed. */
const writes = {
  core: { writes: 23, replaces: 1, reads: 1 },
  react: { writes: 9, replaces: 0, reads: 2 },
}
/** How often the first puts rows in with a function made of text, which our policy forbids. */
const madeFunctions = 3

const changed = (what: string) => new Error(`fortune-sheet changed: ${what}`)

/** Leaves out three languages and the traditional Chinese texts: half of the package. */
function withoutLanguages(code: string): string {
  const at = (name: string) => {
    const index = code.indexOf(`\nvar ${name} = {`)
    if (index < 0) throw changed(`no ${name}`)
    return index
  }
  return `${code.slice(0, at('es'))}\nvar es=en,hi=en,ru=en,zh_tw=zh;${code.slice(at('localeObj'))}`
}

/** Lets HTML be written and read by functions of ours, which a policy without inline styles allows. */
function withOurWriter(code: string, expected: { writes: number; replaces: number; reads: number }): string {
  const count = { writes: 0, replaces: 0, reads: 0 }
  const next = code
    .replace(/([\w$]+(?:\.[\w$]+)*)\.innerHTML = (.*);$/gm, (_, element: string, html: string) => {
      count.writes += 1
      return `writeSheetHtml(${element}, ${html});`
    })
    .replace(/([\w$]+)\.outerHTML = (.*);$/gm, (_, element: string, html: string) => {
      count.replaces += 1
      return `replaceWithSheetHtml(${element}, ${html});`
    })
    .replace(/new DOMParser\(\)\.parseFromString\((\w+), "text\/html"\)\.body\.childNodes\[0\]/g, (_, html: string) => {
      count.reads += 1
      return `sheetNodeOf(${html})`
    })
  for (const kind of ['writes', 'replaces', 'reads'] as const)
    if (count[kind] !== expected[kind]) throw changed(`${count[kind]} ${kind} of HTML, not ${expected[kind]}`)
  if (/\bDOMParser\b/.test(next)) throw changed('another parser of HTML')
  return `import { replaceWithSheetHtml, sheetNodeOf, writeSheetHtml } from ${JSON.stringify(writer)};\n${next}`
}

/** Puts rows in by plain code in place of functions made of text. */
function withoutMadeFunctions(code: string): string {
  const rows = 'arr.map(function (row) { return JSON.parse(row); })'
  let count = 0
  const next = code
    .replace(/new Function\("d", "return d\.unshift\("\.concat\(arr\.join\(","\), "\)"\)\)\(d\);/g, () => {
      count += 1
      return `${rows}.reverse().forEach(function (row) { d.unshift(row); });`
    })
    .replace(
      /new Function\("d", "return d\.splice\("\.concat\(([^,]+), ", 0, "\)\.concat\(arr\.join\(","\), "\)"\)\)\(d\);/g,
      (_, index: string) => {
        count += 1
        return `d.splice.apply(d, [${index}, 0].concat(${rows}));`
      },
    )
  if (count !== madeFunctions || /\bnew Function\(/.test(next)) throw changed('functions made of text')
  return next
}

/** Exchanges pieces of code, each of which must be there so many times. */
const swapped = (code: string, swaps: readonly [from: string, to: string, count: number][]) =>
  swaps.reduce((text, [from, to, count]) => {
    const parts = text.split(from)
    if (parts.length !== count + 1) throw changed(`${parts.length - 1} times ${from}`)
    return parts.join(to)
  }, code)

/** Letters without serifs, and numbers on the right, unless a cell says otherwise. */
function withOurLooks(code: string): string {
  return swapped(code, [
    ['fontarray: ["Times New Roman", "Arial"', 'fontarray: ["Arial", "Times New Roman"', 2],
    ['"times new roman": 0,', '"times new roman": 1,', 2],
    ['arial: 1,', 'arial: 0,', 2],
    ['Conditionformat-Betweenness', 'Conditionformat-Between', 1],
    ['Conditionformat-SubAverage', 'Conditionformat-BelowAverage', 1],
    ['filter: "create filter"', 'filter: "Create filter"', 1],
    ['borderColor: "border color"', 'borderColor: "Border color"', 1],
    ['borderStyle: "border style"', 'borderStyle: "Border style"', 1],
    [
      'var defaultValue = attr === "ht" ? "1" : "0";',
      'var defaultValue = attr === "ht" ? (cell && cell.ct && (cell.ct.t === "n" || cell.ct.t === "d") ? "2" : "1") : "0";',
      1,
    ],
  ])
}

/** The titles of the dialogs for conditional formats, in English words instead of names of code. */
const withRuleTitles = (code: string): string =>
  code.replace(
    /"Conditionformat-([A-Z]\w*%?)"/g,
    (_, name: string) => `"Conditional format: ${name.replace(/\B[A-Z]|\d+/g, ' $&').toLowerCase()}"`,
  )

/** What lies between two pieces of code, both with it. */
function between(code: string, from: string, to: string): string {
  const start = code.indexOf(from)
  const end = code.indexOf(to, start)
  if (start < 0 || end < 0) throw changed(`no ${from}`)
  return code.slice(start, end + to.length)
}

/**
 * Lets an edit of a large sheet take no longer than one of a small one: what reads lists of the grid's state for every
 * formula or row reads the plain lists, and formulas are found by the cells that have changed.
 */
function withFastFormulas(code: string): string {
  const search = between(
    between(code, 'var updateValueArray = [];\n  var arrayMatchCache', 'var formulaRunList = getFormulaRunList'),
    'var updateValueArray',
    'var formulaRunList',
  )
  const rows = between(code, 'ctx.visibledatarow = [];\n', 'ctx.rh_height += 80;')
  const known = between(between(code, 'for (var _i8 = 0;', 'var cc = {'), 'for (', '\n    }\n  }\n')
  const next = swapped(code, [
    [
      search,
      'var updateValueArray = touchedFormulas(formulaCellInfoMap, updateValueObjects, isForce);\n  var formulaRunList',
      1,
    ],
    [
      rows,
      `var plainConfig = plainOf(ctx.config);
  var rowSizes = rowEnds(plainConfig, rowCount, ctx.defaultrowlen, ctx.zoomRatio, plainOf(ctx.visibledatarow));
  ctx.visibledatarow = rowSizes.ends;
  ctx.rh_height = rowSizes.height + 80;`,
      1,
    ],
    [
      known,
      'if (plainOf(calcChain).some(function (one) { return one.r === r && one.c === c && one.id === id; })) return;\n  }\n',
      1,
    ],
    ['ret = ret.concat(calcChain);', 'ret = ret.concat(plainOf(calcChain));', 1],
    ['var calcChainClone = calcChain.slice();', 'var calcChainClone = plainOf(calcChain).slice();', 1],
    [
      'function executeAffectedFormulas(ctx, formulaRunList, calcChains) {',
      'function executeAffectedFormulas(ctx, formulaRunList, calcChains) {\n  if (formulaRunList.length === 0) return;',
      1,
    ],
    [
      '  ctx.formulaCache.execFunctionGlobalData = null;\n}\nfunction getOrigincell(',
      '  if (closesLoop(ctx.formulaCache.formulaCellInfoMap, "r" + r + "c" + c + "i" + ctx.currentSheetId)) execFunctionGroup(ctx, r, c, "#REF!", ctx.currentSheetId);\n  ctx.formulaCache.execFunctionGlobalData = null;\n}\nfunction getOrigincell(',
      1,
    ],
    // a formula that reads itself has no result: the grid would go round once and show what it comes by
    [
      'var v = execfunction(ctx, calc_funcStr, formulaCell.r, formulaCell.c, formulaCell.id, calcChainSet);',
      'var v = isLooped(formulaCell.key) ? [true, "#REF!", calc_funcStr] : execfunction(ctx, calc_funcStr, formulaCell.r, formulaCell.c, formulaCell.id, calcChainSet);',
      1,
    ],
    // the sum of what is chosen: of the numbers, not of the digits that a format shows first
    [
      'var valueNumber = parseFloat(value);',
      'var valueNumber = typeof data[r][c].v === "number" ? data[r][c].v : parseFloat(value);',
      1,
    ],
    // not for a few cells: the plain list is made anew where something of it has changed
    [
      'if (emptyRow && emptyCol) throw Error(ERROR_REF);',
      'if (emptyRow && emptyCol) throw Error(ERROR_REF);\n      if (endRow - startRow > 100) flowdata = plainOf(flowdata);',
      1,
    ],
  ])
  return `import { current as currentOf, isDraft } from "immer";
import { closesLoop, isLooped, rowEnds, touchedFormulas } from ${JSON.stringify(links)};
import { lendGrid } from ${JSON.stringify(lent)};
var plainOf = function (one) { return isDraft(one) ? currentOf(one) : one; };
${next}
lendGrid({ execfunction, setCellValue, FormulaCache });`
}

/** Takes what is typed whole: the decimals of 1,234.56 are part of it, and a number of 16 digits and more cannot be kept as one. */
const withWholeInput = (code: string): string =>
  swapped(code, [
    ['v = Number(value.split(".")[0].replace(",", ""));', 'v = Number(value.replace(",", ""));', 1],
    [
      String.raw`(\d|X)$/i.test(value)) {`,
      String.raw`(\d|X)$/i.test(value) || (typeof value === "string" && /^\d{16,}$/.test(value))) {`,
      1,
    ],
  ])

/** Without the names of tools that the grid has in one language alone. */
const withToolNames = (code: string): string =>
  swapped(code, [
    [String.raw`text: "\u5408\u5E76\u5355\u5143\u683C"`, 'text: ""', 1],
    ['title: "Zoom settings",', '', 1],
    [String.raw`text: "\u8FB9\u6846\u8BBE\u7F6E"`, 'text: ""', 1],
  ])

/** Lets a conditional format begin with dark red on light red, as in Excel: it began with black on black. */
const withReadableRules = (code: string): string =>
  swapped(code, [
    ['textColor: "#000000"', 'textColor: "#9c0006"', 1],
    ['cellColor: "#000000"', 'cellColor: "#ffc7ce"', 1],
  ])

/** Freezes rows when they are made, of cells that are frozen: the grid's state then does not look into them once more. */
const withFrozenRows = (code: string): string =>
  swapped(code, [
    [
      'draftCtx.luckysheetfile = produce(draftCtx.luckysheetfile',
      'expandedData.forEach(Object.freeze);\n      draftCtx.luckysheetfile = produce(draftCtx.luckysheetfile',
      1,
    ],
  ])

/**
 * Fits the spreadsheet to this product: two languages, no function made of text, no inline style. Fails when the package
 * is not the one that this was written for.
 */
export const sheetPackage: Plugin = {
  name: 'sheet-package',
  setup({ onLoad }) {
    onLoad({ filter: core }, async ({ path }) => {
      const ours = withOurLooks(withoutMadeFunctions(withoutLanguages(await readFile(path, 'utf8'))))
      const code = withFastFormulas(withWholeInput(withRuleTitles(ours)))
      return { loader: 'js', contents: withOurWriter(code, writes.core) }
    })
    onLoad({ filter: react }, async ({ path }) => ({
      loader: 'js',
      contents: withOurWriter(
        withReadableRules(withToolNames(withFrozenRows(await readFile(path, 'utf8')))),
        writes.react,
      ),
    }))
  },
}
