import { expect, test } from 'vitest'
import { buildDictionaryPages } from '#src/features/open-api/dictionary.ts'
import recorded from '#tests/fixtures/showdoc/database-dictionary.json' with { type: 'json' }

test.each(recorded)('recorded: $name', ({ table_info, table_detail, table_index, pages }) => {
  const expected = pages.map(({ page_title, content }) => ({
    page_title,
    // On purpose: an unescaped pipe ends the cell, and the rest of the remark would not be shown.
    page_content: content.replace('short code | pipe', 'short code \\| pipe'),
  }))
  expect(buildDictionaryPages({ table_info, table_detail, table_index }, 'zh')).toEqual(expected)
})

test('creates a page for a table that only columns or indexes name, and reads any line ending', () => {
  const pages = buildDictionaryPages(
    {
      table_info: '',
      table_detail: 'h\r\nfrom_columns\tid\t\tNO\tint\tthe id\r\n\t\t\t\r\n',
      table_index: 'h\nfrom_indexes\tPRIMARY\tb\t2\t0\tBTREE\t\nfrom_indexes\tPRIMARY\ta\t1\t0\tBTREE\t\n',
    },
    'zh',
  )
  expect(pages.map((page) => page.page_title)).toEqual(['from_columns', 'from_indexes'])
  expect(pages[0]?.page_content).toContain('|id |int |NO |  | the id  | \n ')
  expect(pages[1]?.page_content).toContain('|PRIMARY |BTREE |是 | a, b | 无  | \n ')
})

test('uses the labels of the language and keeps the texts of the database', () => {
  const [page] = buildDictionaryPages(
    {
      table_info: 'h\nusers\t用户\tInnoDB\tutf8mb4_bin\n',
      table_detail: 'h\nusers\tid\t\tNO\tint\n',
      table_index: 'h\nusers\tPRIMARY\tid\t1\t0\tBTREE\t\n',
    },
    'en',
  )
  expect(page?.page_content.replaceAll(/\s+\n\s*/g, '\n').trim()).toBe(
    [
      '- 用户',
      '## Fields',
      '|Field|Type|Nullable|Default|Comment|',
      '|:----    |:-------    |:--- |----|------      |',
      '|id |int |NO |  | -  |',
      '## Indexes',
      '|Index|Type|Unique|Fields|Comment|',
      '|:----    |:-------    |:--- |----|------      |',
      '|PRIMARY |BTREE |Yes | id | -  |',
      '## Table information',
      '|Property|Value|',
      '|:----|----|',
      '|Engine|InnoDB|',
      '|Collation|utf8mb4_bin|',
    ].join('\n'),
  )
})
