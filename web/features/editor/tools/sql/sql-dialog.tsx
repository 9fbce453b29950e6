import { atom, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { useDelay } from '#web/ui/use-delay.ts'
import { ConvertDialog, HelperPreview, SourceField, useSourceText } from '../helper-dialog.tsx'

/** How long typing has to pause before the server is queried, in ms. */
const pauseMs = 300

/** The state of converting SQL. */
type SqlState = { state: 'empty' | 'busy' } | { state: 'read'; markdown: string } | { state: 'failed'; error: unknown }

/** Converts the tables of SQL statements to Markdown, on the server. */
const readSqlAtom = atom(null, async (_get, _set, sql: string, signal: AbortSignal): Promise<string> => {
  const { markdown } = await api.page.sqlToMarkdownTable({ sql }, { signal })
  return markdown
})

/** Returns the server's conversion of SQL in the reader's language, shortly after the last change. */
function useSql(sql: string): SqlState {
  const [answer, setAnswer] = useState<{ key: string; result: SqlState }>()
  const read = useSetAtom(readSqlAtom)
  const pause = useDelay()
  const isEmpty = sql.trim() === ''
  const key = `${currentLang()} ${sql}`
  useEffect(() => {
    if (isEmpty) return
    const controller = new AbortController()
    pause.start(() => {
      read(sql, controller.signal).then(
        (markdown) => setAnswer({ key, result: { state: 'read', markdown } }),
        (error: unknown) => controller.signal.aborted || setAnswer({ key, result: { state: 'failed', error } }),
      )
    }, pauseMs)
    return () => controller.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `pause` is the same timer
  }, [key, isEmpty, read])
  if (isEmpty) return { state: 'empty' }
  return answer?.key === key ? answer.result : { state: 'busy' }
}

/** Creates a table of columns for each table that the SQL creates. */
export function SqlDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('page-helpers')
  const source = useSourceText()
  const { text, isMissing, onValue } = source
  const result = useSql(text)
  const markdown = result.state === 'read' ? result.markdown.trim() : ''
  const failure = result.state === 'failed' ? getErrorMessage(result.error) : undefined
  const isBusy = result.state === 'busy'
  return (
    <ConvertDialog
      title={t('sql.title')}
      note={t('sql.note')}
      source={source}
      markdown={markdown}
      busy={isBusy}
      disabled={failure !== undefined || (result.state === 'read' && markdown === '')}
      onClose={onClose}
      left={
        <SourceField
          label={t('sql.label')}
          error={failure ?? (isMissing && t('sql.missing'))}
          value={text}
          onValue={onValue}
          placeholder={"CREATE TABLE orders (\n  id bigint NOT NULL COMMENT '…',\n  …\n)"}
        />
      }
      right={
        <HelperPreview
          markdown={markdown}
          busy={isBusy}
          empty={t(isBusy ? 'sql.reading' : failure ? 'preview.fault' : 'sql.empty')}
        />
      }
    />
  )
}
