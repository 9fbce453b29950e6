import i18next from 'i18next'
import { atom, useSetAtom } from 'jotai'
import { type ChangeEvent, useRef, useState } from 'react'
import { api, getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { insertAtom } from '../helper-atoms.ts'
import { HelperPreview, SourceField, SplitPane } from '../helper-dialog.tsx'
import styles from '../page-helpers.module.css'

/** The most that is read from files, in characters: as much as the server accepts. */
const maxSourceLength = 5_000_000

/** Returns the texts of source files, one after another, each under its name. */
async function readSourceFiles(files: readonly File[]): Promise<string> {
  const texts: string[] = []
  for (const file of files) texts.push(`// ${file.name}\n${await file.text()}`)
  return texts.join('\n\n')
}

/** A page that a comment describes; `at` is its index among them. */
type CommentPage = Awaited<ReturnType<typeof api.FromComments.show>>[number] & { at: number }

/** Returns the pages that the comments of a source text describe, without writing anything. */
const showCommentsAtom = atom(
  null,
  async (_get, _set, item_id: number, content: string): Promise<CommentPage[]> =>
    (await api.FromComments.show({ item_id, content })).map((page, at) => ({ ...page, at })),
)

/** Writes the pages that the comments describe. @returns the number of pages */
const writeCommentsAtom = atom(null, async (_get, _set, item_id: number, content: string): Promise<number> => {
  const { page_ids } = await api.FromComments.write({ item_id, content })
  return page_ids.length
})

/** Shows the pages that comments describe, and the text of the selected one. */
function CommentPages(props: {
  pages: readonly CommentPage[] | undefined
  chosen: number
  onChoose: (at: number) => void
}) {
  const { pages, chosen, onChoose } = props
  const { t } = useTranslation('page-helpers')
  const current = pages?.[chosen]
  return (
    <>
      <HelperPreview
        markdown={current?.page_content ?? ''}
        empty={t(current ? 'comments.noAddress' : 'comments.empty')}
      />
      {pages && (
        <ul className={styles.found} aria-label={t('comments.pages')}>
          {pages.map(({ page_title, catalog, is_there, at }) => (
            <li key={at}>
              <button type="button" className={styles.option} aria-pressed={at === chosen} onClick={() => onChoose(at)}>
                <span className={styles.words}>
                  {page_title}
                  {catalog && <span className={styles.hint}>{catalog.split('/').join(' / ')}</span>}
                </span>
                {is_there && <Badge tone="warn">{t('comments.isThere')}</Badge>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/**
 * Creates pages from the comments of source code: previews them first, then inserts them into this text or writes them
 * as pages.
 */
export function CommentsDialog({ item_id, onClose }: { item_id: number; onClose: () => void }) {
  const { t } = useTranslation(['page-helpers', 'common'])
  const close = useMountedCallback(onClose)
  const insert = useSetAtom(insertAtom)
  const show = useSetAtom(showCommentsAtom)
  const write = useSetAtom(writeCommentsAtom)
  const [source, setSource] = useState('')
  const [pages, setPages] = useState<CommentPage[]>()
  const [chosen, setChosen] = useState(0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const [x, setConfirming] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const change = (value: string) => {
    setSource(value)
    setPages(undefined)
    setError(undefined)
  }
  const read = async () => {
    if (busy) return
    if (source.trim() === '') return setError(localized(() => i18next.t('page-helpers:comments.missing')))
    setBusy(true)
    try {
      const found = await show(item_id, source)
      setChosen(0)
      if (found.length === 0) setError(localized(() => i18next.t('page-helpers:comments.none')))
      else setPages(found)
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const picked = [...(event.target.files ?? [])]
    event.target.value = ''
    if (picked.reduce((sum, { size }) => sum + size, 0) > maxSourceLength)
      setError(localized(() => i18next.t('page-helpers:comments.tooLarge')))
    else if (picked.length > 0) change(await readSourceFiles(picked))
  }
  const current = pages?.[chosen]
  const replaced = pages?.filter(({ is_there }) => is_there).length ?? 0
  const create = async () => {
    try {
      const count = await write(item_id, source)
      close()
      toast.ok(localized(() => i18next.t('page-helpers:comments.written', { count })))
    } catch (failure) {
      setConfirming(false)
      const requestId = getRequestId(failure)
      toast.error(errorText(failure), { ...(requestId && { requestId }) })
    }
  }
  const insertOne = () => {
    if (!current) return
    close()
    insert(current.page_content)
  }
  return (
    <Dialog
      open
      size="l"
      title={t('comments.title')}
      note={t('comments.note')}
      dirty={source.trim() !== ''}
      onClose={onClose}
      onSubmit={() => (pages ? insertOne() : void read())}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          {pages && <Button onClick={() => setConfirming(true)}>{t('comments.write', { count: pages.length })}</Button>}
          <Button type="submit" variant="primary" busy={busy} disabled={pages !== undefined && !current?.page_content}>
            {t(pages ? 'comments.insert' : 'comments.show')}
          </Button>
        </>
      }
    >
      <SplitPane
        left={
          <>
            <SourceField
              label={t('comments.label')}
              error={error?.text}
              value={source}
              onValue={change}
              placeholder={t('comments.example')}
            />
            <div className={styles.options}>
              <Button size="s" onClick={() => files.current?.click()}>
                {t('comments.files')}
              </Button>
            </div>
            <input ref={files} type="file" hidden multiple onChange={(event) => void choose(event)} />
          </>
        }
        right={<CommentPages pages={pages} chosen={chosen} onChoose={setChosen} />}
      />
      {x && pages && (
        <ConfirmDialog
          open
          onClose={() => setConfirming(false)}
          title={t('comments.ask', { count: pages.length })}
          action={t('comments.write', { count: pages.length })}
          onConfirm={create}
          errorText={getErrorMessage}
        >
          {replaced > 0 ? (
            <Banner tone="warn">{t('comments.replaced', { count: replaced })}</Banner>
          ) : (
            t('comments.allNew')
          )}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
