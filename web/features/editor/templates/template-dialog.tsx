import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ShareIcon, TrashIcon } from '#web/ui/icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { builtInAtom, ownAtom, type Read, reloadTemplatesAtom, sharedAtom } from './atoms.ts'
import { DeleteTemplate } from './delete-template.tsx'
import { ShareTemplate } from './share-template.tsx'
import styles from './template.module.css'
import { TemplatePanel } from './template-panel.tsx'
import { findTemplates, firstKind, type ListedTemplate, listOwn, listShared, type TemplateKind } from './templates.ts'

const mapped = <T,>(
  read: Read<T[]> | undefined,
  list: (templates: T[]) => ListedTemplate[],
): Read<ListedTemplate[]> | undefined => read && ('value' in read ? { value: list(read.value) } : read)

const lengthOf = (read: Read<ListedTemplate[]> | undefined) => read && ('value' in read ? read.value.length : 'failed')

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
  const reread = useSetAtom(reloadTemplatesAtom)
  const own = mapped(useAtomValue(ownAtom), listOwn)
  const shared = mapped(useAtomValue(useMemo(() => sharedAtom(item_id), [item_id])), listShared)
  const lang = i18n.language === 'zh' ? 'zh' : 'en'
  const builtIn = useAtomValue(useMemo(() => builtInAtom(lang), [lang]))
  // a deletion while the dialog is open does not switch the tab
  const first = firstKind({ own: lengthOf(own), shared: lengthOf(shared) })
  if (!picked && first) setTab(first)
  const tab = picked ?? first ?? 'own'
  const read = picked || first ? { own, shared, builtIn }[tab] : undefined
  const all = read && 'value' in read ? read.value : []
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
  const count = (list: Read<ListedTemplate[]> | undefined) => list && 'value' in list && { count: list.value.length }
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
            <span className={styles.deeds}>
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
          onRetry={reread}
          empty={t(tab === 'shared' ? 'none.shared' : 'none.own')}
          label={t(tab)}
        />
      </Tabs>
      {open === 'delete' && current && <DeleteTemplate template={current} onClose={() => setOpen(undefined)} />}
      {open === 'share' && current && <ShareTemplate template={current} onClose={() => setOpen(undefined)} />}
    </Dialog>
  )
}
