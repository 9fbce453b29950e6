import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { cachedItemsAtom, itemPath } from '#web/features/item/my-items/index.tsx'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'
import { href } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { StarIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { Table } from '#web/ui/table.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import type { DocsSettings } from './form.ts'
import { remark, stack } from './stack.ts'

type Version = DocsSettings['versions'][number]

function AddVersion(props: {
  item_id: string
  versions: readonly Version[]
  onAdded: () => void
  onClose: () => void
}) {
  const { item_id, versions, onAdded, onClose } = props
  const { t } = useTranslation('docs-site')
  const items = useAtomValue(cachedItemsAtom) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [version_name, setName] = useState('')
  const [error, setError] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const taken = new Set(versions.map((version) => version.item_id))
  const options = items
    .filter((item) => item.manage === 1 && item.is_archived !== '1' && !taken.has(item.item_id))
    .map((item) => ({ value: item.item_id, label: item.item_name, hint: itemPath(item) }))
  const submit = async () => {
    if (busy || chosen === null) return
    setBusy(true)
    setError(undefined)
    try {
      await api.docsSite.addVersion({ item_id, version_item_id: chosen, version_name })
      onAdded()
      onClose()
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={chosen !== null}
      title={t('versions.add')}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={chosen === null}>
            {t('versions.addNow')}
          </Button>
        </>
      }
    >
      <div style={stack}>
        <Field label={t('versions.project')} help={t('versions.projectHelp')}>
          <Combobox options={options} value={chosen} onValue={setChosen} emptyText={t('versions.noProject')} />
        </Field>
        <Field label={t('field.version')} help={t('field.versionHelp')}>
          <TextInput value={version_name} onValue={setName} maxLength={50} placeholder="v2" autoComplete="off" />
        </Field>
        {error && <Banner tone="danger">{error.text}</Banner>}
      </div>
    </Dialog>
  )
}

/** The versions of a docs site: add, remove, choose the default one. Each change takes effect at once. */
export function Versions({
  item_id,
  settings,
  onChanged,
}: {
  item_id: string
  settings: DocsSettings
  onChanged: () => void
}) {
  const { t } = useTranslation('docs-site')
  const [adding, setAdding] = useState(false)
  const { versions, is_main } = settings
  const run = async (action: Promise<unknown>) => {
    try {
      await action
      onChanged()
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const nameOf = ({ item_name, item_id: id }: Version) => item_name || t('versions.hidden', { id })
  const canLeave = (version: Version) => !version.is_main && (is_main || version.item_id === item_id)
  return (
    <>
      {versions.length > 1 && (
        <Table
          caption={t('versions.title')}
          rows={versions}
          keyOf={(version) => version.item_id}
          columns={[
            {
              id: 'version',
              header: t('field.version'),
              cell: (version) => <bdi>{version.version_name || nameOf(version)}</bdi>,
            },
            {
              id: 'project',
              header: t('versions.project'),
              cell: (version) =>
                version.item_name === '' ? (
                  nameOf(version)
                ) : (
                  <a href={href(`/${version.item_id}`)}>{version.item_name}</a>
                ),
            },
            {
              id: 'status',
              header: t('versions.status'),
              cell: (version) =>
                version.is_main ? (
                  <Badge tone="accent">{t('versions.default')}</Badge>
                ) : version.is_on ? (
                  <Badge tone="ok">{t('versions.on')}</Badge>
                ) : (
                  <Badge tone="neutral">{t('versions.off')}</Badge>
                ),
            },
          ]}
          menuOf={(version) => [
            ...(is_main && !version.is_main
              ? [
                  {
                    id: 'main',
                    label: t('versions.makeDefault'),
                    icon: <StarIcon />,
                    onSelect: () => void run(api.docsSite.setMain({ item_id, version_item_id: version.item_id })),
                  },
                ]
              : []),
            ...(canLeave(version)
              ? [
                  {
                    id: 'remove',
                    label: t('versions.remove'),
                    icon: <TrashIcon />,
                    danger: true,
                    onSelect: () => void run(api.docsSite.removeVersion({ item_id, version_item_id: version.item_id })),
                  },
                ]
              : []),
          ]}
          menuLabel={(version) => t('versions.menu', { name: version.version_name || nameOf(version) })}
        />
      )}
      {is_main ? (
        <div>
          <Button icon={<AddIcon />} onClick={() => setAdding(true)}>
            {t('versions.add')}
          </Button>
        </div>
      ) : (
        <p style={remark}>{t('versions.elsewhere')}</p>
      )}
      {adding && (
        <AddVersion item_id={item_id} versions={versions} onAdded={onChanged} onClose={() => setAdding(false)} />
      )}
    </>
  )
}
