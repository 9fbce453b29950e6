import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { InsertEntry } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { TemplateIcon } from '#web/ui/icons.ts'
import {
  AiIcon,
  AttachmentIcon,
  CodeFileIcon,
  CommentCodeIcon,
  DatabaseIcon,
  JsonIcon,
  MockIcon,
  PageLinkIcon,
  SpreadsheetIcon,
} from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { formatCodeAtom } from './format-code.ts'
import { type HelperName, hasAiAtom, openSoonAtom } from './helper-atoms.ts'
import { jsonErrorText } from './json/json-error.ts'

const attachmentWords = ['file', 'attachment', 'upload', '附件', '文件', '上传']

const inLine = (entry: InsertEntry): InsertEntry => ({ ...entry, isInline: true })

/** Returns the helpers for a page, in menu order. `page_id` is 0 for a page that was never saved. */
export function useHelperEntries({ page_id }: { item_id: number; page_id: number }): InsertEntry[] {
  const { t } = useTranslation('page-helpers')
  const open = useSetAtom(openSoonAtom)
  const beautify = useSetAtom(formatCodeAtom)
  const hasAi = useAtomValue(hasAiAtom)
  const windowOf = (name: HelperName, label: string, icon: ReactNode, words: string[]): InsertEntry => ({
    id: `tool-${name}`, // a format has the name `table` too
    label,
    icon,
    words,
    run: () => open(name),
  })
  const needsPage = (entry: InsertEntry, why: LocalizedText): InsertEntry => ({
    ...entry,
    run: () => (page_id === 0 ? void toast.info(why) : entry.run()),
  })
  const layOut = (layout: 2 | 'compact') => async () => {
    const result = await beautify(layout)
    if (result && 'fault' in result) {
      const { fault } = result
      toast.error(localized(() => jsonErrorText(fault)))
    }
  }
  return [
    windowOf('jsonTable', t('entry.jsonTable'), <JsonIcon />, ['json', 'table', '表格', '参数', 'fields']),
    {
      id: 'jsonFormat',
      label: t('entry.jsonFormat'),
      icon: <CodeFileIcon />,
      words: ['json', 'format', 'beautify', '格式化', '美化'],
      run: () => void layOut(2)(),
    },
    {
      id: 'jsonCompact',
      label: t('entry.jsonCompact'),
      icon: <CodeFileIcon />,
      words: ['json', 'minify', 'compact', '压缩'],
      run: () => void layOut('compact')(),
    },
    windowOf('sql', t('entry.sql'), <DatabaseIcon />, [
      'sql',
      'ddl',
      'create table',
      'database',
      '数据库',
      '建表',
      '数据字典',
    ]),
    windowOf('table', t('entry.table'), <SpreadsheetIcon />, ['paste', 'excel', 'csv', 'tsv', 'html', '粘贴', '表格']),
    windowOf('template', t('entry.template'), <TemplateIcon />, ['template', '模板', 'api']),
    windowOf('comments', t('entry.comments'), <CommentCodeIcon />, ['comment', 'source', 'code', '注释', '代码']),
    needsPage(
      windowOf('mock', t('entry.mock'), <MockIcon />, ['mock', '模拟', '接口']),
      localized(() => i18next.t('page-helpers:mock.saveFirst')),
    ),
    needsPage(
      inLine(windowOf('attachment', t('entry.attachment'), <AttachmentIcon />, attachmentWords)),
      localized(() => i18next.t('page-helpers:attachment.saveFirst')),
    ),
    inLine(windowOf('link', t('entry.link'), <PageLinkIcon />, ['link', 'page', 'reference', '链接', '引用', '页面'])),
    ...(hasAi
      ? [windowOf('ai', t('entry.ai'), <AiIcon />, ['ai', 'write', 'translate', '智能', '写作', '翻译', '润色'])]
      : []),
  ]
}
