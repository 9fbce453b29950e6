import { expect, test } from 'vitest'
import { parseOptionForm, parseSiteOptions } from '#src/features/options/site-options.ts'

test('a site without settings has the defaults', () => {
  expect(parseSiteOptions(new Map())).toMatchObject({
    site_name: 'Docstead',
    register_open: true,
    home_page: '1',
    history_version_count: 20,
    show_watermark: false,
  })
})

test('treats a form that cannot be parsed as empty', () => {
  for (const stored of [undefined, '', '[]', 'null', '{', '&quot;']) expect(parseOptionForm(stored)).toEqual({})
  expect(parseOptionForm('{"host":"a","port":389}')).toEqual({ host: 'a', port: '389' })
})
