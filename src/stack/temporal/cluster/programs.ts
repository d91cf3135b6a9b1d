import { existsSync } from 'node:fs'
import type { Terminal } from '../../terminal.ts'
import { buildProgram } from '../build-program.ts'
import { cachedProgram, clusterModule } from '../temporal-version.ts'

export interface ClusterPrograms {
  server: string
  sqlTool: string
}

/** The server as it runs in production, and the tool that makes its tables; built once, then kept. */
export async function findClusterPrograms(
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<ClusterPrograms> {
  const find = async (name: string, source: string, title: string) => {
    const target = cachedProgram(name, clusterModule, env)
    if (existsSync(target)) return target
    return buildProgram({ title, module: clusterModule, source, target }, env, terminal)
  }
  return {
    server: await find(
      'temporal-server',
      'go.temporal.io/server/cmd/server',
      "Building Temporal's server for clusters with Go (a minute, or 8 without its packages; once)",
    ),
    sqlTool: await find(
      'temporal-sql-tool',
      'go.temporal.io/server/cmd/tools/sql',
      "Building the tool for Temporal's tables with Go (some seconds, once)",
    ),
  }
}
