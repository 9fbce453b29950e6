import { z } from 'zod'
import { about, download } from './endpoint.ts'
import { described } from './fields.ts'
import { inputs } from './shared-fields.ts'

const ScriptName = z.enum([
  'docstead-comments.sh',
  'docstead-comments.ps1',
  'docstead-dictionary.sh',
  'docstead-dictionary.ps1',
])

/** The name of a script: what it does, and for which shell. */
export type ScriptName = z.output<typeof ScriptName>

const name = described(ScriptName, ['Script', '脚本'])

/** Scripts that write pages from source code and databases. */
export const tools = {
  ...about({
    title: ['Scripts', '脚本'],
    text: [
      'Scripts for build servers that write pages from source code and databases. Short addresses: `/tools/docstead-comments.sh` and its neighbours, with `?item_id=` for `scriptWithKey`.',
      '供构建服务器使用的脚本，根据源代码和数据库写入页面。短地址为 `/tools/docstead-comments.sh` 等，加 `?item_id=` 即为 `scriptWithKey`。',
    ],
  }),
  script: download({
    summary: ['Download a script without a key', '下载不含密钥的脚本'],
    access: 'anyone',
    input: () => z.object({ name }),
  }),
  scriptWithKey: download({
    summary: [
      'Download a script with the key of a project filled in, which it must have',
      '下载已填入项目密钥的脚本，项目须已有密钥',
    ],
    access: { item: 'manage', by: 'item_id' },
    input: () => z.object({ name, item_id: inputs.item_id }),
    errors: ['itemKeyMissing', 'itemArchived'],
  }),
}
