/** The guides to testing in other languages: their tests run, and pass, where their programs are. */
import { execFile, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, it } from "vitest"
import { phpHere } from "./php.ts"
import { environment, main, session } from "./shell.ts"

const { end, folder } = session()
afterAll(end)

/** The files of a guide, each under the name that stands before its code, in a folder of their own. */
const written = (guide: string, place = guide): { readonly cwd: string; readonly files: ReadonlyArray<string> } => {
  const text = readFileSync(join(import.meta.dirname, `../../../docs/guides/${guide}.md`), "utf8")
  const cwd = join(folder, place)
  mkdirSync(cwd)
  const files = [...text.matchAll(/`([\w.]+)`:\n\n```\w+\n([\s\S]*?)```/g)]
  for (const [, name = "", code = ""] of files) writeFileSync(join(cwd, name), code)
  return { cwd, files: files.map(([, name = ""]) => name) }
}

/** The environment in which `bottega` is a command. */
const withCommand = () => {
  const path = join(folder, "bin")
  mkdirSync(path, { recursive: true })
  const command = join(path, "bottega")
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
  chmodSync(command, 0o755)
  return { ...environment, PATH: `${path}${delimiter}${environment["PATH"]}` }
}

const isHere = (program: string, ...args: ReadonlyArray<string>): boolean => spawnSync(program, args).status === 0

it.each([
  ["testing-pytest", ["python3", "-m", "pytest"], ["-q", "-p", "no:cacheprovider"], "3 passed", 2],
  ["testing-phpunit", ["phpunit"], ["--no-configuration", "BrandsTest.php"], "OK (3 tests", 2]
] as const)("%s has tests that pass", async (guide, [program, ...first], args, passed, count) => {
  const { cwd, files } = written(guide)
  expect(files).toHaveLength(count)
  if (!isHere(program, ...first, "--version")) {
    console.log(`not run: the tests of ${guide} with ${[program, ...first].join(" ")}, because it is not installed`)
    return
  }
  const { stdout } = await promisify(execFile)(program, [...first, ...args], { cwd, env: withCommand() })
  expect(stdout).toContain(passed)
})

/** What the page uses of PHPUnit, and a run of its tests. */
const runner = `<?php
namespace PHPUnit\\Framework {
    abstract class TestCase
    {
        protected function setUp(): void {}
        private static function check(bool $isRight, mixed $seen): void
        {
            if (!$isRight) throw new \\Exception('seen: ' . json_encode($seen));
        }
        public static function assertSame($wanted, $seen, $why = ''): void { self::check($wanted === $seen, [$seen, $why]); }
        public static function assertTrue($seen, $why = ''): void { self::check($seen === true, $why); }
        public static function assertContains($one, $all): void { self::check(in_array($one, $all, true), $all); }
        public static function assertNotContains($one, $all): void { self::check(!in_array($one, $all, true), $all); }
    }
}
namespace {
    require __DIR__ . '/BrandsTest.php';
    foreach (get_class_methods(BrandsTest::class) as $name) {
        if (!str_starts_with($name, 'test')) continue;
        $case = new BrandsTest();
        (new ReflectionMethod($case, 'setUp'))->invoke($case);
        $case->$name();
        echo "passed $name\\n";
    }
}
`

it("testing-phpunit has tests that pass in PHP, without PHPUnit", async () => {
  const php = await phpHere()
  if ("missing" in php) {
    console.log(`not run: the tests of testing-phpunit in PHP, because ${php.missing}`)
    return
  }
  const { cwd } = written("testing-phpunit", "without-phpunit")
  writeFileSync(join(cwd, "run.php"), runner)
  const { stdout } = await promisify(execFile)("sh", ["-c", `${php.line} run.php`], { cwd, env: withCommand() })
  expect(stdout.match(/^passed test/gm)).toHaveLength(3)
})
