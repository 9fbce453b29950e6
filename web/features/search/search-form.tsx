import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { itemTypes } from '#shared/item-types.ts'
import { cachedItemsAtom } from '#web/features/item/data/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { navigate } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type SearchRequest, searchedAges, searchPath } from './request.ts'
import styles from './search-screen.module.css'

/**
 * The field and the filters of the results. A filter takes effect at once, words on Enter.
 *
 * @param itemName the name of the item that is searched, when the results contain it
 */
export function SearchForm({ request, itemName }: { request: SearchRequest; itemName: string | undefined }) {
  const { t } = useTranslation(['search', 'my-items'])
  const [words, setWords] = useState(request.words)
  const [by, setBy] = useState(request.by)
  const items = useAtomValue(cachedItemsAtom) ?? []
  const isForeign = request.item_id !== '' && !items.some(({ item_id }) => item_id === request.item_id)
  const go = (change: Partial<SearchRequest>) => navigate(searchPath({ ...request, words, by, page: 1, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go({})
  }
  return (
    <form role="search" className={styles.form} onSubmit={submit}>
      <div className={styles.box}>
        <TextInput
          type="search"
          size="l"
          icon={<SearchIcon />}
          aria-label={t('label')}
          placeholder={t('label')}
          value={words}
          onValue={setWords}
          autoFocus={request.words === ''}
          autoComplete="off"
          maxLength={200}
        />
        <Button type="submit" variant="primary" size="l">
          {t('submit')}
        </Button>
      </div>
      <div className={styles.filters}>
        <Field label={t('filter.item')}>
          <Select
            value={request.item_id}
            onValue={(item_id) => go({ item_id })}
            options={[
              { value: '', label: t('filter.allItems') },
              ...(isForeign ? [{ value: request.item_id, label: itemName ?? t('filter.thisItem') }] : []),
              ...items.map(({ item_id, item_name }) => ({ value: item_id, label: item_name })),
            ]}
          />
        </Field>
        <Field label={t('filter.type')}>
          <Select
            value={request.type}
            onValue={(type) => go({ type })}
            disabled={request.item_id !== ''}
            options={[
              { value: '', label: t('filter.allTypes') },
              ...Object.values(itemTypes).map(({ name, numbers }) => ({
                value: String(numbers[0]),
                label: t(`my-items:type.${name}`),
              })),
            ]}
          />
        </Field>
        <Field label={t('filter.by')}>
          <TextInput
            value={by}
            onValue={setBy}
            placeholder={t('filter.byHelp')}
            onBlur={() => by !== request.by && go({})}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        </Field>
        <Field label={t('filter.updated')}>
          <Select
            value={request.updated}
            onValue={(updated) => go({ updated })}
            options={[
              { value: '', label: t('filter.anyTime') },
              ...searchedAges.map((value) => ({ value: value as string, label: t(`updated.${value}`) })),
            ]}
          />
        </Field>
      </div>
    </form>
  )
}
