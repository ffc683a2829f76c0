import { type ComponentType, lazy } from 'react'
import { arrived } from '../api/reach'

/** part returns a component whose code comes when it is first shown, however long the server is away. */
export function part<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await arrived(load) }))
}
