import i18next from 'i18next'
import { useAtom, useSetAtom } from 'jotai'
import { type KeyboardEvent, useState } from 'react'
import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { type QueryResult, queryValue, useCachedQuery, useFetch } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon, ShareIcon, TemplateIcon } from '#web/ui/icons.ts'
import cut from '#web/ui/overflow-shadow.module.css'
import { watchColumnOverflow } from '#web/ui/overflow-shadow.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { builtInAtom, deleteAtom, ownAtom, readShareChoice, shareAtom, sharedAtom } from './atoms.ts'
import styles from './template.module.css'
import { findTemplates, firstKind, type ListedTemplate, listOwn, listShared, type TemplateKind } from './templates.ts'

type Listed = QueryResult<ListedTemplate[]> | undefined

const mapped = <T,>(result: QueryResult<T[]> | undefined, list: (templates: T[]) => ListedTemplate[]): Listed =>
  result && ('value' in result ? { ...result, value: list(result.value) } : result)

const lengthOf = (result: Listed) => result && ('value' in result ? result.value.length : 'failed')

/** Asks for confirmation before one of the user's own templates is deleted. */
function DeleteTemplate({ template, onClose }: { template: ListedTemplate; onClose: () => void }) {
  const { t } = useTranslation('template')
  const close = useMountedCallback(onClose)
  const remove = useSetAtom(deleteAtom)
  const confirm = async () => {
    await remove(template.id)
    close()
    toast.ok(localized(() => i18next.t('template:delete.done', { title: template.title })))
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { title: template.title })}
      action={t('delete.action')}
      onConfirm={confirm}
      errorText={getErrorMessage}
    >
      {template.shares > 0 ? t('delete.shared', { count: template.shares }) : t('delete.text')}
    </ConfirmDialog>
  )
}

const stepOf: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The list of templates; arrow keys move the selection, which is previewed next to the list. */
function TemplateList(props: {
  label: string
  templates: readonly ListedTemplate[]
  chosen: string | undefined
  onChoose: (id: string) => void
  onInsert: () => void
}) {
  const { label, templates, chosen, onChoose, onInsert } = props
  const { t } = useTranslation('template')
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = templates.findIndex(({ id }) => id === chosen)
    const step = stepOf[event.key]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? templates.length - 1 : step && at + step
    const next = to === undefined ? undefined : templates[to]
    if (!next || to === undefined) return
    event.preventDefault()
    onChoose(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')[to]?.focus()
  }
  return (
    <div
      ref={watchColumnOverflow}
      className={`${styles.list} ${cut.column}`}
      role="listbox"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {templates.map(({ id, title, by, shares }) => (
        <button
          key={id}
          type="button"
          role="option"
          className={styles.option}
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
          onDoubleClick={onInsert}
        >
          <span className={styles.name}>{title}</span>
          {by && <span className={styles.meta}>{t('by', { name: by })}</span>}
          {shares > 0 && <span className={styles.meta}>{t('shares', { count: shares })}</span>}
        </button>
      ))}
    </div>
  )
}

/** The templates of one tab: a list with a search, next to the preview of the selected one. */
function TemplatePanel(props: {
  read: Listed
  found: readonly ListedTemplate[]
  current: ListedTemplate | undefined
  search: string
  onSearch: (search: string) => void
  onChoose: (id: string) => void
  onInsert: () => void
  onRetry: () => void
  /** Shown when there are no templates at all. */
  empty: string
  label: string
}) {
  const { read, found, current, search, onSearch, onChoose, onInsert, onRetry, empty, label } = props
  const { t } = useTranslation('template')
  const list = (
    <div className={styles.panel}>
      <div className={styles.choice}>
        <TextInput
          icon={<SearchIcon />}
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onValue={onSearch}
        />
        {found.length === 0 ? (
          <p className={styles.hint}>{t('none.found')}</p>
        ) : (
          <TemplateList label={label} templates={found} chosen={current?.id} onChoose={onChoose} onInsert={onInsert} />
        )}
      </div>
      {/* scrollable content must be reachable by keyboard */}
      <section className={styles.preview} tabIndex={0} aria-label={t('preview')}>
        {current && current.content.trim() !== '' && <MarkdownBody text={current.content} mode="preview" />}
        {current?.content.trim() === '' && <p className={styles.hint}>{t('emptyText')}</p>}
      </section>
    </div>
  )
  return (
    <QueryBoundary result={read} onRetry={onRetry} failed={t('failed')} waiting={<SkeletonText lines={6} />}>
      {({ length }) => (length === 0 ? <EmptyState icon={<TemplateIcon data-size="32" />} text={empty} /> : list)}
    </QueryBoundary>
  )
}

/** Selects the items that one of the user's own templates is shared to: everyone who may edit there can use it. */
function ShareTemplate({ template, onClose }: { template: ListedTemplate; onClose: () => void }) {
  const { t } = useTranslation(['template', 'common'])
  const close = useMountedCallback(onClose)
  const [read, again] = useFetch(template.id, (signal) => readShareChoice(template.id, signal))
  const choice = queryValue(read)
  const [changed, setChanged] = useState<ReadonlySet<string>>()
  const [filter, setFilter] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const share = useSetAtom(shareAtom)
  const ticked = changed ?? new Set(choice?.shared)
  const isShown = ({ item_name }: { item_name: string }) =>
    item_name.toLowerCase().includes(filter.trim().toLowerCase())
  const tick = (item_id: string, on: boolean) => {
    const next = new Set(ticked)
    if (on) next.add(item_id)
    else next.delete(item_id)
    setChanged(next)
    setError(undefined)
  }
  const save = async () => {
    if (busy || !choice) return
    setBusy(true)
    try {
      await share(template.id, [...ticked])
      close()
      toast.ok(
        localized(() =>
          ticked.size > 0
            ? i18next.t('template:share.done', { count: ticked.size })
            : i18next.t('template:share.ended'),
        ),
      )
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={t('share.title', { title: template.title })}
      note={t('share.note')}
      dirty={changed !== undefined}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!changed}>
            {t('share.action')}
          </Button>
        </>
      }
    >
      <QueryBoundary result={read} onRetry={again} failed={t('share.failed')} waiting={<SkeletonText lines={5} />}>
        {({ items }) => (
          <div className={styles.share}>
            {error && <Banner tone="danger">{error.text}</Banner>}
            <TextInput
              icon={<SearchIcon />}
              aria-label={t('share.filter')}
              placeholder={t('share.filter')}
              value={filter}
              onValue={setFilter}
            />
            <div className={styles.items}>
              {items.filter(isShown).map(({ item_id, item_name }) => (
                <Checkbox
                  key={item_id}
                  label={item_name}
                  checked={ticked.has(item_id)}
                  onChecked={(on) => tick(item_id, on)}
                />
              ))}
              {!items.some(isShown) && <p className={styles.hint}>{t('share.none')}</p>}
            </div>
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

/** Selects a template: the user's own, shared to the item, or built-in. */
export function TemplateDialog(props: {
  item_id: string
  /** Called with the template's text. */
  onInsert: (text: string) => void
  onClose: () => void
}) {
  const { item_id, onInsert, onClose } = props
  const { t, i18n } = useTranslation(['template', 'common'])
  const [picked, setTab] = useState<TemplateKind>()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [open, setOpen] = useState<'share' | 'delete'>()
  const [ownResult, reloadOwn] = useAtom(ownAtom)
  const [sharedResult, reloadShared] = useCachedQuery(sharedAtom, item_id)
  const [builtIn, reloadBuiltIn] = useCachedQuery(builtInAtom, i18n.language)
  const own = mapped(ownResult, listOwn)
  const shared = mapped(sharedResult, listShared)
  // a deletion while the dialog is open does not switch the tab
  const first = firstKind({ own: lengthOf(own), shared: lengthOf(shared) })
  if (!picked && first) setTab(first)
  const tab = picked ?? first ?? 'own'
  const read = picked || first ? { own, shared, builtIn }[tab] : undefined
  const all = queryValue(read) ?? []
  const found = findTemplates(all, search)
  const current = found.find(({ id }) => id === chosen) ?? found[0]
  const insert = () => {
    if (!current) return
    onClose()
    onInsert(current.content)
  }
  const choose = (id: TemplateKind) => {
    setTab(id)
    setChosen(undefined)
  }
  const count = (list: Listed) => list && 'value' in list && { count: list.value.length }
  const retry = () => {
    for (const reload of [reloadOwn, reloadShared, reloadBuiltIn]) void reload()
  }
  return (
    <Dialog
      open
      size="l"
      title={t('title')}
      onClose={onClose}
      onSubmit={insert}
      footer={
        <>
          {tab === 'own' && current && (
            <span className={styles.actions}>
              <Button variant="ghost" icon={<TrashIcon />} onClick={() => setOpen('delete')}>
                {t('delete.action')}
              </Button>
              <Button variant="ghost" icon={<ShareIcon />} onClick={() => setOpen('share')}>
                {t('share.open')}
              </Button>
            </span>
          )}
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!current}>
            {t('insert')}
          </Button>
        </>
      }
    >
      <Tabs
        label={t('title')}
        tabs={[
          { id: 'own', label: t('own'), ...count(own) },
          { id: 'shared', label: t('shared'), ...count(shared) },
          { id: 'builtIn', label: t('builtIn'), ...count(builtIn) },
        ]}
        value={tab}
        onValue={choose}
      >
        <TemplatePanel
          key={tab}
          read={read}
          found={found}
          current={current}
          search={search}
          onSearch={setSearch}
          onChoose={setChosen}
          onInsert={insert}
          onRetry={retry}
          empty={t(tab === 'shared' ? 'none.shared' : 'none.own')}
          label={t(tab)}
        />
      </Tabs>
      {open === 'delete' && current && <DeleteTemplate template={current} onClose={() => setOpen(undefined)} />}
      {open === 'share' && current && <ShareTemplate template={current} onClose={() => setOpen(undefined)} />}
    </Dialog>
  )
}
