/**
 * Functions that have a prefix in files because they were added after the file format was fixed: without it Excel does
 * not recognize them. Source: MS-XLSX 2.2.2, future-function-list.
 */
const future = `ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND
BITLSHIFT BITOR BITRSHIFT BITXOR CEILING.MATH CEILING.PRECISE CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST
COMBINA CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL ERF.PRECISE
ERFC.PRECISE EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FLOOR.MATH FLOOR.PRECISE FORECAST.LINEAR FORMULATEXT GAMMA
GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS HYPGEOM.DIST IFNA IFS IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN
ISFORMULA ISOWEEKNUM LOGNORM.DIST LOGNORM.INV MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV
NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA
PHI POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ RRI SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORTBY
STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TEXTJOIN UNICHAR UNICODE UNIQUE VALUETOTEXT VAR.P
VAR.S WEIBULL.DIST XLOOKUP XMATCH XOR Z.TEST`
const names = new Map(future.split(/\s/).map((name) => [name, `_xlfn.${name}`]))
for (const name of ['FILTER', 'SORT']) names.set(name, `_xlfn._xlws.${name}`)

/** Returns a formula in the form used in files. */
export const toFileFormula = (formula: string): string =>
  // matches sheet names and texts first, so that nothing in them is taken for a function
  formula.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w.])([A-Z][\w.]*)(?=\()/gi, (whole, name?: string) =>
    name === undefined ? whole : (names.get(name.toUpperCase()) ?? whole),
  )

/** Returns a formula of a file in the form users write. */
export const fromFileFormula = (formula: string): string => formula.replace(/\b_xl(?:fn|ws|udf)\./g, '')
