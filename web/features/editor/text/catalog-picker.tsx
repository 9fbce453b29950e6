import { useAtomValue, useSetAtom } from 'jotai'
import { listCatalogs } from '#web/features/tree/folders/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { CatalogIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { openDialogAtom } from './dialogs.ts'
import { setCatalogAtom } from './draft-atoms.ts'
import { catalogAtom, editingSessionAtom, orderAtom } from './session.ts'
import styles from './top-bar.module.css'

/** Shows the folder of the page and a tree to choose another one. */
export function CatalogPicker() {
  const { t } = useTranslation('page-editor')
  const desk = useAtomValue(editingSessionAtom)
  const cat_id = useAtomValue(catalogAtom)
  const choose = useSetAtom(setCatalogAtom)
  const order = useAtomValue(orderAtom)
  const open = useSetAtom(openDialogAtom)
  const catalogs = listCatalogs(desk?.catalogs ?? [])
  const path = catalogs.find((one) => one.cat_id === cat_id)?.path.join(' / ') ?? t('catalog.root')
  const options = [
    ...(desk?.is_limited ? [] : [{ value: '0', label: t('catalog.root') }]),
    ...catalogs.map((one) => ({
      value: String(one.cat_id),
      label: (
        <span className={styles.level} data-level={one.path.length}>
          {one.path.at(-1)}
        </span>
      ),
    })),
  ]
  return (
    <Menu
      trigger={
        <Button
          className={styles.catalog ?? ''}
          icon={<CatalogIcon />}
          title={path}
          aria-label={t('catalog.label', { path })}
        >
          <span className={styles.path}>{path}</span>
        </Button>
      }
      entries={[
        {
          kind: 'choice',
          id: 'catalog',
          label: t('catalog.choose'),
          value: catalogs.some((one) => one.cat_id === cat_id) ? String(cat_id) : '0',
          onValue: (value) => choose(Number(value)),
          options,
        },
        { kind: 'separator', id: 'more' },
        { id: 'order', label: t('order.entry', { number: order }), onSelect: () => open('order') },
      ]}
    />
  )
}
