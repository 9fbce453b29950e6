import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { getCellStyle, type StoredCell, type StoredSheet, toFields } from '#shared/spreadsheet/form.ts'
import { fromFileFormula, toFileFormula } from '#shared/spreadsheet/xlsx/xlsx-functions.ts'
import { readXlsx } from '#shared/spreadsheet/xlsx/xlsx-read.ts'
import { writeXlsx } from '#shared/spreadsheet/xlsx/xlsx-write.ts'

// Written by hand after files of Excel 365: its parts, their order, their attributes and its own extensions.

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const extended =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr xr2 xr3" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xmlns:xr2="http://schemas.microsoft.com/office/spreadsheetml/2015/revision2" xmlns:xr3="http://schemas.microsoft.com/office/spreadsheetml/2016/revision3"'

const theme = `${head}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office"><a:themeElements><a:clrScheme name="Office"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="44546A"/></a:dk2><a:lt2><a:srgbClr val="E7E6E6"/></a:lt2><a:accent1><a:srgbClr val="4472C4"/></a:accent1><a:accent2><a:srgbClr val="ED7D31"/></a:accent2><a:accent3><a:srgbClr val="A5A5A5"/></a:accent3><a:accent4><a:srgbClr val="FFC000"/></a:accent4><a:accent5><a:srgbClr val="5B9BD5"/></a:accent5><a:accent6><a:srgbClr val="70AD47"/></a:accent6><a:hlink><a:srgbClr val="0563C1"/></a:hlink><a:folHlink><a:srgbClr val="954F72"/></a:folHlink></a:clrScheme><a:fontScheme name="Office"><a:majorFont><a:latin typeface="Calibri Light"/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>`

const styles = `${head}<styleSheet xmlns="${main}" ${extended}><numFmts count="3"><numFmt numFmtId="43" formatCode="_ * #,##0.00_ ;_ * \\-#,##0.00_ ;_ * &quot;-&quot;??_ ;_ @_ "/><numFmt numFmtId="176" formatCode="yyyy\\-mm\\-dd;@"/><numFmt numFmtId="177" formatCode="&quot;¥&quot;#,##0.00_);[Red]\\(&quot;¥&quot;#,##0.00\\)"/></numFmts><fonts count="4" x14ac:knownFonts="1"><font><sz val="11"/><color theme="1"/><name val="等线"/><family val="2"/><charset val="134"/><scheme val="minor"/></font><font><b/><sz val="14"/><color theme="0"/><name val="等线"/><family val="3"/><charset val="134"/><scheme val="minor"/></font><font><i/><u/><sz val="11"/><color rgb="FFFF0000"/><name val="Arial"/><family val="2"/></font><font><sz val="9"/><name val="等线"/><family val="2"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor theme="4"/><bgColor indexed="64"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor theme="4" tint="0.79998168889431442"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left style="thin"><color indexed="64"/></left><right style="thin"><color indexed="64"/></right><top style="double"><color theme="5"/></top><bottom style="mediumDashed"><color auto="1"/></bottom><diagonal/></border></borders><cellStyleXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"><alignment vertical="center"/></xf><xf numFmtId="43" fontId="0" fillId="0" borderId="0" applyFont="0" applyFill="0" applyBorder="0" applyAlignment="0" applyProtection="0"><alignment vertical="center"/></xf></cellStyleXfs><cellXfs count="9"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"><alignment vertical="center"/></xf><xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf><xf numFmtId="176" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="43" fontId="0" fillId="3" borderId="0" xfId="1" applyFont="1"/><xf numFmtId="177" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/><xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment textRotation="135"/></xf></cellXfs><cellStyles count="2"><cellStyle name="千位分隔" xfId="1" builtinId="3"/><cellStyle name="常规" xfId="0" builtinId="0"/></cellStyles><dxfs count="1"><dxf><font><color rgb="FF9C0006"/></font><fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill></dxf></dxfs><tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/></styleSheet>`

const strings = [
  '<si><t>名称</t><phoneticPr fontId="3" type="noConversion"/></si>',
  '<si><r><rPr><b/><sz val="11"/><color rgb="FFFF0000"/><rFont val="等线"/><charset val="134"/></rPr><t xml:space="preserve">红 </t></r><r><rPr><sz val="11"/><color theme="1"/><rFont val="等线"/></rPr><t>and plain</t></r><phoneticPr fontId="3" type="noConversion"/></si>',
  '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="3"/></si>',
  '<si><t xml:space="preserve">  two lines_x000D_\n&lt;b&gt; &amp; "quoted"  </t></si>',
  '<si><t>007</t></si>',
  '<si><t>=not a formula</t></si>',
]
const sharedStrings = `${head}<sst xmlns="${main}" count="7" uniqueCount="6">${strings.join('')}</sst>`

const firstSheet = (day: number) =>
  `${head}<worksheet xmlns="${main}" xmlns:r="${office}" ${extended} xr:uid="{00000000-0001-0000-0000-000000000000}"><sheetPr><tabColor rgb="FFFFC000"/></sheetPr><dimension ref="A1:H9"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane xSplit="1" ySplit="2" topLeftCell="B3" activePane="bottomRight" state="frozen"/><selection pane="topRight" activeCell="B1" sqref="B1"/><selection pane="bottomLeft" activeCell="A3" sqref="A3"/><selection pane="bottomRight" activeCell="C5" sqref="C5"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="14.25" x14ac:dyDescent="0.2"/><cols><col min="1" max="1" width="20.625" customWidth="1"/><col min="3" max="4" width="12.625" style="2" bestFit="1" customWidth="1"/><col min="6" max="6" width="0" hidden="1" customWidth="1"/></cols><sheetData>${[
    '<row r="1" spans="1:8" ht="30" customHeight="1" x14ac:dyDescent="0.2"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1"/><c r="C1" s="6" t="s"><v>4</v></c><c r="D1" s="8" t="s"><v>4</v></c><c r="E1" t="s"><v>5</v></c></row>',
    '<row r="2" spans="1:8" x14ac:dyDescent="0.2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><f>B2*$B$5</f><v>20</v></c></row>',
    `<row r="3" spans="1:8" x14ac:dyDescent="0.2"><c r="A3" t="s"><v>2</v></c><c r="B3"><v>3</v></c><c r="C3"><f t="shared" ref="C3:C5" si="0">B3*$B$5</f><v>30</v></c><c r="D3" s="2"><v>${day}</v></c><c r="E3" s="3"><v>${day}</v></c><c r="F3" s="2"><f>D3+1</f><v>${day + 1}</v></c></row>`,
    '<row r="4" spans="1:8" x14ac:dyDescent="0.2"><c r="A4" t="s"><v>3</v></c><c r="B4"><v>4.5</v></c><c r="C4"><f t="shared" si="0"/><v>45</v></c><c r="D4" s="4"><v>1234.5</v></c><c r="E4" s="5"><v>-3</v></c><c r="F4" s="7"><v>0.125</v></c></row>',
    '<row r="5" spans="1:8" x14ac:dyDescent="0.2"><c r="A5" t="inlineStr"><is><r><t>in</t></r><r><rPr><b/></rPr><t>line</t></r></is></c><c r="B5"><v>10</v></c><c r="C5"><f t="shared" si="0"/><v>100</v></c><c r="D5" t="b"><v>1</v></c><c r="E5" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="F5" t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row>',
    '<row r="6" spans="1:8" hidden="1" x14ac:dyDescent="0.2"><c r="A6"><f t="array" ref="A6">SUM(B2:B4*B2:B4)</f><v>33.25</v></c><c r="B6"><f>_xlfn.IFS(B2&gt;1,_xlfn.CONCAT("x",B2))</f><v>0</v></c><c r="C6" cm="1"><f t="array" ref="C6:C7">_xlfn._xlws.SORT(B2:B3)</f><v>2</v></c></row>',
    '<row r="7" spans="1:8" x14ac:dyDescent="0.2"><c r="C7"><v>3</v></c><c r="D7"><f>SUM(B2:B5)</f></c><c r="E7"><f>B2+1</f><v></v></c></row>',
  ].join(
    '',
  )}</sheetData><autoFilter ref="A2:C5" xr:uid="{1}"/><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells><phoneticPr fontId="3" type="noConversion"/><conditionalFormatting sqref="B2:B5"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>3</formula></cfRule></conditionalFormatting><hyperlinks><hyperlink ref="A2" r:id="rId1"/></hyperlinks><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="portrait" r:id="rId2"/></worksheet>`

const relationsXml = (list: readonly (readonly [string, string])[]) =>
  `${head}<Relationships xmlns="${packaged}/relationships">${list.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`

/** A book of two sheets as Excel writes it; optionally with dates that count from 1904, as on old Macs. */
function excelFile(is1904 = false): Uint8Array {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const sheetName = '价目 & "表"'
  const texts: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="bin" ContentType="${type}.printerSettings"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/theme/theme1.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/><Override PartName="/xl/metadata.xml" ContentType="${type}.sheetMetadata+xml"/><Override PartName="/xl/calcChain.xml" ContentType="${type}.calcChain+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId3" Type="${office}/extended-properties" Target="docProps/app.xml"/><Relationship Id="rId2" Type="${packaged}/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}" ${extended}><fileVersion appName="xl" lastEdited="7" lowestEdited="7" rupBuild="22228"/><workbookPr ${is1904 ? 'date1904="1" ' : ''}defaultThemeVersion="166925"/><mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath url="C:\\Users\\a\\" xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"/></mc:Choice></mc:AlternateContent><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="12210" xr2:uid="{2}"/></bookViews><sheets><sheet name="${sheetName.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" sheetId="1" r:id="rId1"/><sheet name="Second" sheetId="3" state="hidden" r:id="rId2"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'价目 &amp; "表"'!$A$2:$C$5</definedName><definedName name="rate">'价目 &amp; "表"'!$B$5</definedName></definedNames><calcPr calcId="191029"/></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['theme', 'theme/theme1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['sheetMetadata', 'metadata.xml'],
      ['calcChain', 'calcChain.xml'],
    ]),
    'xl/worksheets/sheet1.xml': firstSheet(is1904 ? 43830 : 45292),
    'xl/worksheets/_rels/sheet1.xml.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/hyperlink" Target="https://example.com/" TargetMode="External"/><Relationship Id="rId2" Type="${office}/printerSettings" Target="../printerSettings/printerSettings1.bin"/></Relationships>`,
    'xl/worksheets/sheet2.xml': `${head}<worksheet xmlns="${main}" xmlns:r="${office}" ${extended}><dimension ref="A1"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="14.25" x14ac:dyDescent="0.2"/><sheetData><row r="1" spans="1:1" x14ac:dyDescent="0.2"><c r="A1"><f>'价目 &amp; "表"'!B2+1</f><v>3</v></c></row></sheetData><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`,
    'xl/theme/theme1.xml': theme,
    'xl/styles.xml': styles,
    'xl/sharedStrings.xml': sharedStrings,
    'xl/metadata.xml': `${head}<metadata xmlns="${main}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`,
    'xl/calcChain.xml': `${head}<calcChain xmlns="${main}"><c r="C2" i="1"/><c r="C3" i="1"/><c r="A1" i="3"/></calcChain>`,
    'xl/printerSettings/printerSettings1.bin': '\u0000\u0001',
    'docProps/core.xml': `${head}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>A</dc:creator></cp:coreProperties>`,
    'docProps/app.xml': `${head}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Microsoft Excel</Application><AppVersion>16.0300</AppVersion></Properties>`,
  }
  return zipSync(Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, strToU8(text)])))
}

const at = (sheet: StoredSheet | undefined, address: string): StoredCell => {
  const [, letter = 'A', row = '1'] = /^([A-Z])(\d+)$/.exec(address) ?? []
  const { cells } = (sheet?.rows?.[Number(row) - 1] ?? {}) as { cells?: Record<string, StoredCell> }
  return cells?.[letter.charCodeAt(0) - 65] ?? {}
}
const lookAt = (sheet: StoredSheet | undefined, address: string) => getCellStyle(sheet ?? {}, at(sheet, address))

/**
 * Everything that such a file must contain, from Excel or through a file of our own.
 *
 * @param bare the values of two formulas without results
 * @param freeze the first cell that scrolls
 */
function expectBook(
  sheets: readonly StoredSheet[],
  bare: readonly unknown[] = [undefined, undefined],
  freeze = 'B3',
): void {
  const [one, two] = sheets
  expect(sheets.map(({ name }) => name)).toEqual(['价目 & "表"', 'Second'])
  // texts: shared, with several styles, with phonetic readings, in the cell itself; and lookalikes
  expect(['A1', 'A2', 'A3', 'A4', 'A5'].map((address) => at(one, address).text)).toEqual([
    '名称',
    '红 and plain',
    '東京',
    expect.stringMatching(/^ {2}two lines\r?\n<b> & "quoted" {2}$/),
    'inline',
  ])
  expect([at(one, 'C1').text, at(one, 'D1').text]).toEqual(['007', '007'])
  expect(at(one, 'E1')).toMatchObject({ text: '=not a formula', t: 's' })
  // formulas with their results: plain, shared, of arrays, of newer functions, to other sheets
  expect(['C2', 'C3', 'C4', 'C5'].map((address) => [at(one, address).text, at(one, address).value])).toEqual([
    ['=B2*$B$5', 20],
    ['=B3*$B$5', 30],
    ['=B4*$B$5', 45],
    ['=B5*$B$5', 100],
  ])
  expect(['A6', 'B6', 'C6'].map((address) => at(one, address).text?.toUpperCase())).toEqual([
    '=SUM(B2:B4*B2:B4)',
    '=IFS(B2>1,CONCAT("X",B2))',
    '=SORT(B2:B3)',
  ])
  expect(at(one, 'F5')).toMatchObject({ text: '="a"&"b"', value: 'ab' })
  expect(at(one, 'E5')).toMatchObject({ text: '=1/0', shown: '#DIV/0!' })
  expect(at(two, 'A1')).toMatchObject({ text: '=\'价目 & "表"\'!B2+1', value: 3 })
  // a missing result stays missing, not 0
  expect(['D7', 'E7'].map((address) => [at(one, address).text, at(one, address).value])).toEqual([
    ['=SUM(B2:B5)', bare[0]],
    ['=B2+1', bare[1]],
  ])
  // dates and numbers in their formats
  expect(at(one, 'D3')).toMatchObject({ text: '2024-01-01', t: 'd', value: 45292 })
  expect(at(one, 'E3')).toMatchObject({ text: '2024/1/1', t: 'd', value: 45292 })
  expect(at(one, 'F3')).toMatchObject({ text: '=D3+1', shown: '2024-01-02', value: 45293 })
  expect(at(one, 'D4')).toMatchObject({ text: '1234.5', shown: '1,234.50' })
  expect(at(one, 'E4')).toMatchObject({ text: '-3', shown: '(¥3.00)' })
  expect(at(one, 'F4').text).toBe('0.125')
  expect(lookAt(one, 'F4')?.numFmt).toBe('0.00%')
  expect(at(one, 'D5')).toMatchObject({ text: 'TRUE', t: 'b' })
  // styles, with the colors of the theme and their tints
  expect(lookAt(one, 'A1')).toMatchObject({
    font: { bold: true, size: 14 },
    color: '#ffffff',
    bgcolor: '#4472c4',
    align: 'center',
    textwrap: true,
    border: { top: ['double', '#ed7d31'], left: ['thin', '#000000'], bottom: ['mediumDashed', '#000000'] },
  })
  expect(lookAt(one, 'D4')?.bgcolor).toBe('#dae3f3')
  expect(lookAt(one, 'E4')).toMatchObject({ font: { italic: true, name: 'Arial' }, underline: true, color: '#ff0000' })
  expect(lookAt(one, 'D1')?.rotate).toBe(-45)
  // the sheet itself
  expect(one).toMatchObject({ freeze, merges: ['A1:B1'], autofilter: { ref: 'A2:C5' } })
  expect(at(one, 'A1').merge).toEqual([0, 1])
  expect(one?.rows?.[0]).toMatchObject({ height: 40 })
  expect(one?.rows?.[5]).toMatchObject({ hide: true })
  const widths = Object.fromEntries(Object.entries(one?.cols ?? {}).filter(([name]) => name !== 'len'))
  expect(widths).toEqual({ 0: { width: 144 }, 2: { width: 88 }, 3: { width: 88 }, 5: { hide: true } })
}

test('reads values, formulas, formats and styles of an Excel file', () => {
  const file = readXlsx(excelFile())
  expect([file.neutralised, file.isCut]).toEqual([0, false])
  expectBook(file.sheets)
})

test('reads dates that count from 1904 as the same dates', () => expectBook(readXlsx(excelFile(true)).sheets))

test('an Excel file survives our own write and read', () => {
  const { sheets } = readXlsx(excelFile())
  const again = readXlsx(writeXlsx(sheets).bytes).sheets
  expectBook(again)
  expect(readXlsx(writeXlsx(again).bytes).sheets).toEqual(again)
})

test('an Excel file survives our write and a save by LibreOffice', () => {
  // written by us, opened and saved by LibreOffice 7.4, which calculated the missing results
  // and, without a window, writes no frozen panes
  const { sheets } = readXlsx(new Uint8Array(readFileSync('tests/fixtures/sheet/excel-through-libreoffice.xlsx')))
  expectBook(sheets.slice(0, 2), [19.5, 3], 'A1')
  const texts = Object.values(toFields(toFields(sheets[2]?.rows?.[0])['cells'])).map((cell) => toFields(cell)['text'])
  expect(texts.slice(0, 4)).toEqual([
    '=IFS(1>0,"yes")',
    '=CONCAT("a","b")',
    '=TEXTJOIN("-",TRUE(),"a","b")',
    '=STDEV.S(1,2,3)',
  ])
})

test('converts function names to those of files, but no texts or sheet names', () => {
  expect(toFileFormula('IFS(A1,1)+concat("IFS(",\'XOR(\'!A1)+MYIFS(1)+NORM.S.DIST(1)+SORT(A1)')).toBe(
    '_xlfn.IFS(A1,1)+_xlfn.CONCAT("IFS(",\'XOR(\'!A1)+MYIFS(1)+_xlfn.NORM.S.DIST(1)+_xlfn._xlws.SORT(A1)',
  )
  expect(fromFileFormula('_xlfn.IFS(_xlfn._xlws.FILTER(A1),1)')).toBe('IFS(FILTER(A1),1)')
})

test('reports the reading progress, also inside one large sheet', () => {
  const cells = Object.fromEntries(Array.from({ length: 10 }, (_, column) => [column, { text: `${column}.5` }]))
  const rows = Object.fromEntries(Array.from({ length: 2000 }, (_, row) => [row, { cells }]))
  const progress: number[] = []
  readXlsx(writeXlsx([{ name: 'Large', rows }]).bytes, (percent) => progress.push(percent))
  expect(progress.length).toBeGreaterThan(90)
  expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b))
  expect(progress.at(-1)).toBe(100)
})
