/** What a source of API descriptions has before anybody chooses. */
export const newApiSource = {
  kind: 'address',
  source_name: '',
  url: '',
  header_name: '',
  header_value: '',
  cat_id: 0,
  missing: 'mark',
  schedule: 'off',
  schedule_time: '02:00',
} as const
