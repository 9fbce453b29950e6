import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useMemo, useState } from 'react'
import { defaultRole, RoleChoice } from '#web/features/item/members/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryValue } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RegularItemIcon, SearchIcon } from '#web/ui/icons.ts'
import { filterList } from '#web/ui/list-filter.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { bindItemsAtom, type OwnItem, ownItemsAtom, type TeamItem, type TeamState } from './atoms.ts'
import { QueryBoundary } from './query-boundary.tsx'
import styles from './team.module.css'

const most = 100 // rows rendered at once; filtering finds the others

/** Filterable list of items with checkboxes. */
function ItemChoices(props: {
  items: readonly OwnItem[]
  chosen: ReadonlySet<string>
  onChosen: (next: Set<string>) => void
}) {
  const { items, chosen, onChosen } = props
  const { t } = useTranslation('team')
  const [filter, setFilter] = useState('')
  const id = useId()
  const found = filterList(items, filter, (item) => item.item_name)
  const tick = (item_id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(item_id)
    else next.delete(item_id)
    onChosen(next)
  }
  return (
    <div className={styles.pick}>
      <TextInput
        type="search"
        icon={<SearchIcon />}
        aria-label={t('filterItems')}
        placeholder={t('filterItems')}
        value={filter}
        onValue={setFilter}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
        aria-controls={id}
      />
      <div id={id} className={styles.choices} role="group" aria-label={t('tab.item')}>
        {found.slice(0, most).map((item) => (
          <Checkbox
            key={item.item_id}
            label={item.item_name}
            checked={chosen.has(item.item_id)}
            onChecked={(on) => tick(item.item_id, on)}
          />
        ))}
        {found.length === 0 && <p className={styles.hint}>{t('noItem', { filter })}</p>}
        {found.length > most && <p className={styles.hint}>{t('bind.more', { count: found.length - most })}</p>}
      </div>
      <p className={styles.hint} role="status">
        {chosen.size > 0 && t('bind.chosen', { count: chosen.size })}
      </p>
    </div>
  )
}

/** Dialog to bind several items that the current user manages to a team. */
export function BindItems(props: { book: TeamState; bound: readonly TeamItem[]; onClose: () => void }) {
  const { book, bound, onClose } = props
  const { t } = useTranslation('team')
  const close = useMountedCallback(onClose)
  const own = useMemo(ownItemsAtom, [])
  const free = queryValue(useAtomValue(own))?.filter((item) => !bound.some((one) => one.item_id === item.item_id)) ?? []
  const bind = useSetAtom(bindItemsAtom)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [role, setRole] = useState(defaultRole)
  const [error, setError] = useState<LocalizedText>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy) return
    if (chosen.size === 0) return setError(localized(() => i18next.t('team:bind.missing')))
    setBusy(true)
    try {
      await bind(book, [...chosen], role)
      toast.ok(localized(() => i18next.t('team:bind.done', { count: chosen.size })))
      close()
    } catch (failure) {
      setError(errorText(failure))
      setBusy(false)
    }
  }
  const buttons = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {chosen.size > 1 ? t('bind.many', { count: chosen.size }) : t('bind.action')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('bind.title')}
      note={t('bind.note')}
      dirty={chosen.size > 0}
      onSubmit={() => void submit()}
      footer={free.length > 0 && buttons}
    >
      <QueryBoundary from={own}>
        {() =>
          free.length === 0 ? (
            <EmptyState
              icon={<RegularItemIcon data-size="32" />}
              text={t('bind.none')}
              action={<ButtonLink to="/item/index">{t('bind.toItems')}</ButtonLink>}
            />
          ) : (
            <div className={styles.form}>
              <ItemChoices
                items={free}
                chosen={chosen}
                onChosen={(next) => {
                  setChosen(next)
                  setError(undefined)
                }}
              />
              <RoleChoice label={t('bind.role')} value={role} onValue={setRole} />
              {error && <Banner tone="danger">{error.text}</Banner>}
            </div>
          )
        }
      </QueryBoundary>
    </Dialog>
  )
}
