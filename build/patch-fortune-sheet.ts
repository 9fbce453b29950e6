import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

const core = /@fortune-sheet[\\/]core[\\/]dist[\\/]index\.esm\.js$/
const react = /@fortune-sheet[\\/]react[\\/]dist[\\/]index\.esm\.js$/

const divide = /@fortune-sheet[\\/]formula-parser[\\/]es[\\/]evaluate-by-operator[\\/]operator[\\/]divide\.js$/
const numbers = /@fortune-sheet[\\/]formula-parser[\\/]es[\\/]helper[\\/]number\.js$/

const writer = fileURLToPath(new URL('../web/features/spreadsheet/grid/write-html.ts', import.meta.url))

const lent = fileURLToPath(new URL('../web/features/spreadsheet/grid/fortune-internals.ts', import.meta.url))
const font = fileURLToPath(new URL('../web/features/spreadsheet/grid/grid-font.ts', import.meta.url))
const links = fileURLToPath(new URL('../web/features/spreadsheet/grid/formula-links.ts', import.meta.url))

/** How often each package handles HTML; another number means that the package has changed. */
const writes = {
  core: { writes: 23, replaces: 1, reads: 1 },
  react: { writes: 9, replaces: 0, reads: 2 },
}
/** How often the core inserts rows with a function created from text, which our content security policy blocks. */
const madeFunctions = 3

const changed = (what: string) => new Error(`fortune-sheet changed: ${what}`)

/** Removes three languages and the traditional Chinese texts: half of the package. */
function withoutLanguages(code: string): string {
  const at = (name: string) => {
    const index = code.indexOf(`\nvar ${name} = {`)
    if (index < 0) throw changed(`no ${name}`)
    return index
  }
  return `${code.slice(0, at('es'))}\nvar es=en,hi=en,ru=en,zh_tw=zh;${code.slice(at('localeObj'))}`
}

/** Replaces writing and reading of HTML with our functions, which work under a policy without inline styles. */
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

/** Inserts rows with plain code instead of functions created from text. */
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

/** Replaces pieces of code, each of which must occur exactly `count` times. */
const swapped = (code: string, swaps: readonly [from: string, to: string, count: number][]) =>
  swaps.reduce((text, [from, to, count]) => {
    const parts = text.split(from)
    if (parts.length !== count + 1) throw changed(`${parts.length - 1} times ${from}`)
    return parts.join(to)
  }, code)

const dollarLast =
  '{\n    name: "RMB",\n    pos: "before",\n    value: "¥"\n  }, {\n    name: "US dollar",\n    pos: "before",\n    value: "$"\n  }'
const dollarFirst = '{ name: "US dollar", pos: "before", value: "$" }, { name: "RMB", pos: "before", value: "¥" }'

/**
 * Sets the product's font, numbers aligned right, TRUE, FALSE and errors centred, unless a cell says otherwise. The
 * type of a formula's result is that of the result, whatever the cell contained before; currencies are formatted as in
 * x-spreadsheet.
 */
function withOurLooks(code: string): string {
  return `import { gridFont } from ${JSON.stringify(font)};
${swapped(code, [
  ['fontSet = "".concat(fontarray[0], ",").concat(fontSet);', 'fontSet = gridFont();', 1],
  [
    'pt \\"Helvetica Neue\\", Helvetica, Arial, \\"PingFang SC\\", \\"Hiragino Sans GB\\", \\"Heiti SC\\",  \\"WenQuanYi Micro Hei\\", sans-serif");',
    'pt ").concat(gridFont());',
    1,
  ],
  ['"".concat(currency, " #.00")', '"\\"".concat(currency, "\\"#,##0.00")', 1],
  [dollarLast, dollarFirst, 1],
  // lists the functions that begin with the input, shortest first: SUM for =SU, where SUMX2MY2 came first
  ['if (result_i >= 10) {\n      break;\n    }', '', 1],
  [
    'var list = [].concat(f, s, t);',
    'var list = [].concat(f, s.sort(function (a, b) { return a.n.length - b.n.length; }), t).slice(0, 10);',
    1,
  ],
  [
    'if (_.isNil(cell.ct)) {\n        cell.ct = {\n          fa: "General",\n          t: "n"\n        };\n      }\n      if (cell.v === Infinity',
    'if (_.isNil(cell.ct) || /^[gbe]$/.test(cell.ct.t)) {\n        cell.ct = {\n          fa: (cell.ct && cell.ct.fa) || "General",\n          t: "n"\n        };\n      }\n      if (cell.v === Infinity',
    1,
  ],
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
    'var defaultValue = attr === "ht" ? ({ n: "2", d: "2", b: "0", e: "0" }[cell && cell.ct && cell.ct.t] || "1") : "0";',
    1,
  ],
])}`
}

/** English texts of menus and dialogs that are odd, wrong or not English, with their replacements. */
const betterEnglish: readonly [odd: string, plain: string][] = [
  ['"clear-format": "Clear Format"', '"clear-format": "Clear format"'],
  ['"Format-Painter"', '"Format painter"'],
  ['"Border All"', '"All borders"'],
  ['"Merge All Cell"', '"Merge all cells"'],
  ['"Left aligned"', '"Align left"'],
  ['"Horizontal Center"', '"Centre"'],
  ['"Right aligned"', '"Align right"'],
  ['"Top aligned"', '"Align top"'],
  ['"Vertical Center"', '"Align to the middle"'],
  ['"Bottom aligned"', '"Align bottom"'],
  ['chooseColor: "choose color"', 'chooseColor: "Choose colour"'],
  ['customColor: "CUSTOM"', 'customColor: "Custom"'],
  ['"Horizontal align"', '"Horizontal alignment"'],
  ['"Vertical align"', '"Vertical alignment"'],
  ['textWrap: "Text wrap"', 'textWrap: "Wrap text"'],
  ['"Text wrap mode"', '"How text wraps"'],
  ['textRotate: "Text rotate"', 'textRotate: "Rotate text"'],
  ['"Text rotate mode"', '"How text is rotated"'],
  ['"formula-sum": "SUM"', '"formula-sum": "Sum"'],
  ['"Auto SUM"', '"Sum"'],
  ['"Data verification"', '"Data validation"'],
  ['clearText: "Clear color"', 'clearText: "No colour"'],
  ['"Cell format config"', '"Format cells"'],
  ['noSeletionError: "The selection operation has not been performed yet"', 'noSeletionError: "Select cells first"'],
  ['"Cannot select multiple selections"', '"This works on one selection only"'],
  ['"Time 24H"', '"Time, 24 hours"'],
  ['"Date time"', '"Date and time"'],
  ['"Date time 24 H"', '"Date and time, 24 hours"'],
  ['format: "format",', 'format: "Format",'],
  ['currency: "currency"', 'currency: "Currency"'],
  ['"The decimal places must be between 0-9!"', '"There can be 0 to 9 decimal places."'],
  ['addLast: "more rows at bottom"', 'addLast: "rows at the bottom"'],
  ['"The increase range is limited to 1-100"', '"From 1 to 100 rows can be added"'],
  ['"Row height must be between 0 ~ 545"', '"A row is 0 to 545 high"'],
  ['"The column width must be between 0 ~ 2038"', '"A column is 0 to 2038 wide"'],
  ['borderSize: "border size"', 'borderSize: "Border width"'],
  ['borderSlash: "Slash border"', 'borderSlash: "Diagonal border"'],
  ['borderDefault: "default"', 'borderDefault: "Default"'],
  ['"Merge Vertically"', '"Merge vertically"'],
  ['"Merge Horizontally"', '"Merge horizontally"'],
  ['left: "left",', 'left: "Left",'],
  ['center: "center",', 'center: "Centre",'],
  ['right: "right",', 'right: "Right",'],
  ['"Tilt Up"', '"Tilt up"'],
  ['"Tilt Down"', '"Tilt down"'],
  ['"Stack Vertically"', '"Stack vertically"'],
  ['"Rotate Up"', '"Rotate up"'],
  ['"Rotate Down"', '"Rotate down"'],
  ['freezenRow: "First Row"', 'freezenRow: "First row"'],
  ['freezenColumn: "First Column"', 'freezenColumn: "First column"'],
  ['freezenCancel: "Cancel freezing"', 'freezenCancel: "Unfreeze"'],
  ['noSeletionError: "No Range to be selected"', 'noSeletionError: "Select cells first"'],
  ['asc: "Ascending "', 'asc: "Ascending"'],
  ['desc: "Descending "', 'desc: "Descending"'],
  ['confirm: "sort"', 'confirm: "Sort"'],
  ['secondaryTitle: "then by"', 'secondaryTitle: "Then by"'],
  ['sortByAsc: "Ascending sort"', 'sortByAsc: "Sort ascending"'],
  ['sortByDesc: "Descending sort"', 'sortByDesc: "Sort descending"'],
  ['orderAZ: "Ascending sort"', 'orderAZ: "Sort ascending"'],
  ['orderZA: "Descending sort"', 'orderZA: "Sort descending"'],
  ['filterValueByInverseBtn: "Inverse"', 'filterValueByInverseBtn: "Invert"'],
  ['filterValueByTip: "filter By Values"', 'filterValueByTip: "Filter by values"'],
  ['filterConform: "Confirm"', 'filterConform: "OK"'],
  ['"Big amount of data! please wait"', '"This takes a moment"'],
  ['valueBlank: "(Null)"', 'valueBlank: "(Empty)"'],
  ['deleteCell: "Delete cell"', 'deleteCell: "Delete cells"'],
  ['"10000 row limit exceeded"', '"A sheet has 10,000 rows at most"'],
  ['"1000 column limit exceeded"', '"A sheet has 1,000 columns at most"'],
  ['"Cannot delete row readonly"', '"A row that is read-only cannot be deleted"'],
  ['"Cannot delete column readonly"', '"A column that is read-only cannot be deleted"'],
  ['"Cannot insert on read-only row"', '"Nothing can be inserted at a row that is read-only"'],
  ['"Cannot insert into read-only column"', '"Nothing can be inserted at a column that is read-only"'],
  ['"Consecutive separators are treated as a single"', '"Treat consecutive separators as one"'],
  ['rowSpan: "Row span"', 'rowSpan: "Every other row"'],
  ['columnSpan: "Column span"', 'columnSpan: "Every other column"'],
  ['locationRowSpan: "Row span"', 'locationRowSpan: "Every other row"'],
  ['locationColumnSpan: "Column span"', 'locationColumnSpan: "Every other column"'],
  ['findTextbox: "Find Content"', 'findTextbox: "Find"'],
  ['replaceTextbox: "Replace Content"', 'replaceTextbox: "Replace with"'],
  ['regexTextbox: "Regular Expression"', 'regexTextbox: "Regular expression"'],
  ['"Replace All"', '"Replace all"'],
  ['"Find All"', '"Find all"'],
  ['"The name of the tab page cannot be repeated! Please revise"', '"Another sheet has this name"'],
  [
    '"The workbook contains at least one visual worksheet. To delete the selected worksheet, please insert a new worksheet or show a hidden worksheet."',
    '"This is the last sheet on show. Add another one, or show a hidden one, before deleting it."',
  ],
  ['"Are you sure to delete"', '"Delete this sheet?"'],
  ['"Can be undo by Ctrl+Z"', '"Ctrl+Z brings it back"'],
  ['"Can\'t hide, at least keep one sheet tag"', '"One sheet must stay on show"'],
  ['manageRules: "Management rules"', 'manageRules: "Manage rules"'],
  ['"Show its formatting rules"', '"Show the rules of"'],
  ['"Item selection rules"', '"Top and bottom rules"'],
  ['"Conditional Formatting Rule Manager"', '"Rules for conditional formats"'],
  ['"Format cells smaller than"', '"Format cells less than"'],
  ['"data bar"', '"Data bar"'],
  ['"data bar color"', '"Colour of the data bar"'],
  ['"color gradation"', '"Colour scale"'],
  ['icons: "icons"', 'icons: "Icons"'],
  ['yesterday: "YTD"', 'yesterday: "Yesterday"'],
  ['contain: "Contain"', 'contain: "Contains"'],
  ['last: "Last"', 'last: "Bottom"'],
  ['last10: "Last 10"', 'last10: "Bottom 10"'],
  ['last10_percent: "Last 10%"', 'last10_percent: "Bottom 10%"'],
  ['currentSheet: "Current Sheet"', 'currentSheet: "This sheet"'],
  ['"Please enter the cell to be quoted, example A1"', '"A cell, such as A1"'],
  ['"Please enter the prompt content"', '"What is shown when somebody points at it"'],
  ['"Please enter the correct ell range, such as Sheet1!A1:C8"', '"Enter a range of cells such as Sheet1!A1:C8"'],
  ['"Webpages"', '"Web page"'],
  ['dropdown: "drop-down list"', 'dropdown: "Drop-down list"'],
  ['"Verification condition"', '"Condition"'],
  ['"Number-integer"', '"Whole number"'],
  ['"Number-decimal"', '"Decimal number"'],
  ['"Text-content"', '"Text"'],
  ['"Text-length"', '"Length of text"'],
  ['validity: "Effectiveness"', 'validity: "Validity"'],
  ['"More than the"', '"More than"'],
  ['"Greater or equal to"', '"Greater than or equal to"'],
  ['"Delete verification"', '"Delete validation"'],
  ['"Automatic remote acquisition option"', '"Fetch the options by themselves"'],
  ['"Prohibit input when input data is invalid"', '"Refuse what is not valid"'],
  ['"Show prompt when the cell is selected"', '"Show a hint when the cell is selected"'],
  ['"Only format"', '"Format only"'],
  ['"Not format"', '"Without format"'],
  ['"Work Day"', '"Working day"'],
  [
    '"在表格中进行复制粘贴: Ctrl + C 进行复制, Ctrl + V 进行粘贴, Ctrl + X 进行剪切"',
    '"Copy with Ctrl+C, paste with Ctrl+V, cut with Ctrl+X"',
  ],
  ['"Partial checked"', '"Some are checked"'],
  ['"All checked"', '"All are checked"'],
]

/** Corrects the grid's English and adapts its spelling to ours; the descriptions of its functions stay. */
function withPlainEnglish(code: string): string {
  const english = between(code, '\nvar en = {', '\n};')
  const functions = between(english, '\n  functionlist: [', '\n  toolbar: {')
  const texts = english.replace(functions, () => '\0')
  const plain = swapped(
    texts,
    betterEnglish.map(([odd, better]) => [odd, better, 1]),
  ).replace(/: "[^"]*"/g, (text) => text.replace(/\b([cC])olor(s?)\b(?!:)/g, '$1olour$2'))
  return code.replace(english, () => plain.replace('\0', () => functions))
}

/** Gives the dialogs for conditional formats English titles instead of identifiers. */
const withRuleTitles = (code: string): string =>
  code.replace(
    /"Conditionformat-([A-Z]\w*%?)"/g,
    (_, name: string) => `"Conditional format: ${name.replace(/\B[A-Z]|\d+/g, ' $&').toLowerCase()}"`,
  )

/** Returns the code from one marker to another, including both. */
function between(code: string, from: string, to: string): string {
  const start = code.indexOf(from)
  const end = code.indexOf(to, start)
  if (start < 0 || end < 0) throw changed(`no ${from}`)
  return code.slice(start, end + to.length)
}

/**
 * Makes an edit of a large sheet as fast as one of a small sheet: code that reads lists of the grid's state for every
 * formula or row reads plain lists instead, and formulas are found by the cells that have changed.
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
    // a formula that reads itself has no result: the grid would evaluate it once and show an arbitrary value
    [
      'var v = execfunction(ctx, calc_funcStr, formulaCell.r, formulaCell.c, formulaCell.id, calcChainSet);',
      'var v = isLooped(formulaCell.key) ? [true, "#REF!", calc_funcStr] : execfunction(ctx, calc_funcStr, formulaCell.r, formulaCell.c, formulaCell.id, calcChainSet);',
      1,
    ],
    // the sum of the selection adds the numbers, not the leading digits of their formatted texts
    [
      'var valueNumber = parseFloat(value);',
      'var valueNumber = typeof data[r][c].v === "number" ? data[r][c].v : parseFloat(value);',
      1,
    ],
    // not for a few cells: the plain list is rebuilt when any part of it has changed
    [
      'if (emptyRow && emptyCol) throw Error(ERROR_REF);',
      'if (emptyRow && emptyCol) throw Error(ERROR_REF);\n      if (endRow - startRow > 100) flowdata = plainOf(flowdata);',
      1,
    ],
  ])
  return `import { current as currentOf, isDraft } from "immer";
import { closesLoop, isLooped, rowEnds, touchedFormulas } from ${JSON.stringify(links)};
import { lendForKeys, lendGrid } from ${JSON.stringify(lent)};
var plainOf = function (one) { return isDraft(one) ? currentOf(one) : one; };
${next}
lendGrid({ execfunction, setCellValue, FormulaCache });
lendForKeys({ updateCell, normalizeSelection, cellFocus, validateCellData, getFailureText, functionCopy, functionHTMLGenerate, israngeseleciton, rangeSetValue, createFormulaRangeSelect });`
}

/**
 * Accepts input completely: the decimals of 1,234.56 are part of it, and a number of 16 or more digits, which cannot be
 * stored exactly, stays text.
 */
const withWholeInput = (code: string): string =>
  swapped(code, [
    ['v = Number(value.split(".")[0].replace(",", ""));', 'v = Number(value.replace(",", ""));', 1],
    [
      String.raw`(\d|X)$/i.test(value)) {`,
      String.raw`(\d|X)$/i.test(value) || (typeof value === "string" && /^\d{16,}$/.test(value))) {`,
      1,
    ],
  ])

/** Removes names of tools that the grid has in only one language, and that of a font which no cell uses. */
const withToolNames = (code: string): string =>
  `import { gridFontName } from ${JSON.stringify(font)};\n${swapped(code, [
    [String.raw`text: "\u5408\u5E76\u5355\u5143\u683C"`, 'text: ""', 1],
    ['title: "Zoom settings",', '', 1],
    ['var current = fontarray[0];', 'var current = gridFontName();', 1],
    [String.raw`text: "\u8FB9\u6846\u8BBE\u7F6E"`, 'text: ""', 1],
  ])}`

/**
 * Gives every tool a name, and the sheet tabs a name that they keep when they leave the page. The toolbar is measured
 * again when the language changes.
 */
const withNames = (code: string): string =>
  swapped(code, [
    [
      'var tooltip = toolbar[name];',
      'var tooltip = toolbar[{ search: "findAndReplace", link: "insertLink" }[name] || name];',
      1,
    ],
    ['role: "button",\n    onDragOver:', 'role: "button",\n    "aria-label": sheet.name,\n    onDragOver:', 1],
    ['React.createElement(Toolbar, {', 'React.createElement(Toolbar, {\n    key: context.lang,', 1],
  ])

/** Makes a new conditional format dark red on light red, as in Excel: the grid's default is black on black. */
const withReadableRules = (code: string): string =>
  swapped(code, [
    ['textColor: "#000000"', 'textColor: "#9c0006"', 1],
    ['cellColor: "#000000"', 'cellColor: "#ffc7ce"', 1],
  ])

/**
 * Exposes the grid's state to our keyboard handling, and shows the content of the active cell in the field above the
 * sheet, also after a cancelled or undone edit. Of several selections the last one is the active one everywhere. The
 * caret is placed at the end of the text as soon as editing begins: later it would undo a move that a key has made.
 */
function withOurKeys(code: string): string {
  const field = between(code, 'var FxEditor = function', 'var onFocus = useCallback')
  return swapped(
    code.replace(field, () =>
      swapped(field, [
        [
          'if (_.isEqual(prevFirstSelection, firstSelection) && context.currentSheetId === prevSheetId) {',
          'if (context.luckysheetCellUpdate.length > 0 && _.isEqual(prevFirstSelection, firstSelection) && context.currentSheetId === prevSheetId) {',
          1,
        ],
        ['context.luckysheet_select_save]);', 'context.luckysheet_select_save, context.luckysheetCellUpdate]);', 1],
      ]),
    ),
    [
      [
        'var firstSelection = (_context$luckysheet_s = context.luckysheet_select_save) === null || _context$luckysheet_s === void 0 ? void 0 : _context$luckysheet_s[0];',
        'var firstSelection = _.last(context.luckysheet_select_save);',
        3,
      ],
      [
        'setTimeout(function () {\n          moveToEnd(inputRef.current);\n        });',
        'moveToEnd(inputRef.current);',
        1,
      ],
      [
        'return generateAPIs(context, setContextWithProduce, handleUndo, handleRedo, mergedSettings, cellInput.current, scrollbarX.current, scrollbarY.current);',
        'return Object.assign(generateAPIs(context, setContextWithProduce, handleUndo, handleRedo, mergedSettings, cellInput.current, scrollbarX.current, scrollbarY.current), { inside: { context: context, change: setContextWithProduce, cellInput: cellInput, fxInput: fxInput, canvas: canvas } });',
        1,
      ],
    ],
  )
}

/** Freezes rows that are created from frozen cells: the grid's state then does not scan them again. */
const withFrozenRows = (code: string): string =>
  swapped(code, [
    [
      'draftCtx.luckysheetfile = produce(draftCtx.luckysheetfile',
      'expandedData.forEach(Object.freeze);\n      draftCtx.luckysheetfile = produce(draftCtx.luckysheetfile',
      1,
    ],
  ])

/** Makes a division by zero return the named error that `IFERROR` knows, instead of the text `DIV/0`, or `VALUE`. */
const withDivisionErrors = (code: string): string =>
  swapped(code, [
    ['return acc / toNumber(value);', 'return acc / toNumber(value || 0);', 1],
    ['toNumber(first));', 'toNumber(first || 0));', 1],
    [
      'if (result === Infinity) {\n    return ERROR_DIV_ZERO;',
      'if (rest.some(function (value) { return toNumber(value || 0) === 0; })) {\n    return "#DIV/0!";',
      1,
    ],
    ['return ERROR_VALUE;', 'return "#VALUE!";', 1],
  ])

/** Propagates the error of a cell to the formulas that depend on it. */
const withErrorsHandedOn = (code: string): string =>
  swapped(code, [
    [
      '} else if (typeof number === "string") {',
      '} else if (/^#(DIV\\/0!|N\\/A|NAME\\?|NULL!|NUM!|REF!|VALUE!|ERROR!)$/.test(number)) {\n    throw Error(number);\n  } else if (typeof number === "string") {',
      1,
    ],
  ])

/**
 * Adapts the spreadsheet package to this product: two languages, no function created from text, no inline style. Fails
 * when the package is not the version that this was written for.
 */
export const patchFortuneSheet: Plugin = {
  name: 'sheet-package',
  setup({ onLoad }) {
    onLoad({ filter: core }, async ({ path }) => {
      const ours = withPlainEnglish(withOurLooks(withoutMadeFunctions(withoutLanguages(await readFile(path, 'utf8')))))
      const code = withFastFormulas(withWholeInput(withRuleTitles(ours)))
      return { loader: 'js', contents: withOurWriter(code, writes.core) }
    })
    onLoad({ filter: divide }, async ({ path }) => ({ contents: withDivisionErrors(await readFile(path, 'utf8')) }))
    onLoad({ filter: numbers }, async ({ path }) => ({ contents: withErrorsHandedOn(await readFile(path, 'utf8')) }))
    onLoad({ filter: react }, async ({ path }) => ({
      loader: 'js',
      contents: withOurWriter(
        withNames(withReadableRules(withToolNames(withFrozenRows(withOurKeys(await readFile(path, 'utf8')))))),
        writes.react,
      ),
    }))
  },
}
