import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useDelay } from '#web/ui/use-delay.ts'
import { getSelectedText, insertAtom } from '../helper-atoms.ts'
import styles from '../page-helpers.module.css'
import { HelperPreview, SplitPane } from '../split-pane.tsx'

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
  const [answer, setAnswer] = useState<{ key: string; told: SqlState }>()
  const read = useSetAtom(readSqlAtom)
  const pause = useDelay()
  const isEmpty = sql.trim() === ''
  const key = `${currentLang()} ${sql}`
  useEffect(() => {
    if (isEmpty) return
    const asking = new AbortController()
    pause.start(() => {
      read(sql, asking.signal).then(
        (markdown) => setAnswer({ key, told: { state: 'read', markdown } }),
        (error: unknown) => asking.signal.aborted || setAnswer({ key, told: { state: 'failed', error } }),
      )
    }, pauseMs)
    return () => asking.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `pause` is the same timer
  }, [key, isEmpty, read])
  if (isEmpty) return { state: 'empty' }
  return answer?.key === key ? answer.told : { state: 'busy' }
}

/** Creates a table of columns for each table that the SQL creates. */
export function SqlDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['page-helpers', 'common'])
  const surface = useAtomValue(editorHandleAtom)
  const insert = useSetAtom(insertAtom)
  const [first] = useState(() => getSelectedText(surface))
  const [sql, setSql] = useState(first)
  const [isMissing, setMissing] = useState(false)
  const told = useSql(sql)
  const markdown = told.state === 'read' ? told.markdown.trim() : ''
  const failure = told.state === 'failed' ? getErrorMessage(told.error) : undefined
  const submit = () => {
    if (sql.trim() === '') return setMissing(true)
    if (!markdown) return
    onClose()
    insert(markdown, first !== '' ? 'selection' : 'cursor')
  }
  return (
    <Dialog
      open
      size="l"
      title={t('sql.title')}
      note={t('sql.note')}
      dirty={sql.trim() !== '' && sql !== first}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={told.state === 'busy'}
            disabled={failure !== undefined || (told.state === 'read' && markdown === '')}
          >
            {t(first === '' ? 'insert' : 'replace')}
          </Button>
        </>
      }
    >
      <SplitPane
        left={
          <div className={styles.field} data-fill="">
            <Field label={t('sql.label')} error={failure ?? (isMissing ? t('sql.missing') : undefined)}>
              <Textarea
                mono
                value={sql}
                onValue={(value) => {
                  setSql(value)
                  setMissing(false)
                }}
                spellCheck={false}
                placeholder={"CREATE TABLE orders (\n  id bigint NOT NULL COMMENT '…',\n  …\n)"}
              />
            </Field>
          </div>
        }
        right={
          <HelperPreview
            markdown={markdown}
            busy={told.state === 'busy'}
            empty={t(told.state === 'busy' ? 'sql.reading' : failure ? 'preview.fault' : 'sql.empty')}
          />
        }
      />
    </Dialog>
  )
}
