// Writes down what the API's document says of the settings: node settings.mjs openapi.json
import { readFileSync } from 'node:fs'

const { schemas } = JSON.parse(readFileSync(process.argv[2], 'utf8')).components
const flat = schemas.SettingsBody.properties

/** A member of a group is sent under its own name if that tells the group, else after the group's. */
const keyOf = (group, member) => (member in flat ? member : `${group}_${member}`)

function describe(group, member, { type, description, minimum, maximum, maxLength, enum: allowed, items, ...rest }) {
  const kind = type === 'integer' ? 'number' : type === 'array' ? 'list' : type === 'boolean' ? 'boolean' : 'text'
  const bounds = { minimum, maximum, maxLength, allowed: allowed ?? items?.enum }
  return { key: keyOf(group, member), group, member, kind, description, default: rest.default, ...bounds }
}

const settings = Object.keys(schemas.Settings.properties).flatMap((group) => {
  const of = schemas[`${group[0].toUpperCase()}${group.slice(1)}Settings`].properties
  return Object.entries(of).map(([member, schema]) => describe(group, member, schema))
})

console.log('// Made from the document of the API by settings.mjs. Do not change it by hand.')
console.log('export const described = [')
for (const setting of settings) console.log(`  ${JSON.stringify(setting)},`)
console.log('] as const')
