/** Returns the label of a part of a table that has more columns than a page. */
export const bandLabel =
  (lang: 'en' | 'zh') =>
  (from: number, to: number): string =>
    lang === 'zh' ? `第 ${from} 至 ${to} 列` : `Columns ${from} to ${to}`
