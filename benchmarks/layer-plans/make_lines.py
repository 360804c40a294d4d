#!/usr/bin/env python3
"""Makes image lines of real releases as OCI image layouts, with a listing of every file of every image.

Usage: make_lines.py OUT LINE...      a line: python node both, python2 node2 debian, or quick
       make_lines.py OUT --quick      a line of 4 builds with 3 small packages

Build k of a line has the newest release of each package that was published up to date k, with its dependencies.
Clients: pip 26 or newer, npm, apt-get and dpkg-deb. README.md says what is written.
"""
import argparse
import base64
import bisect
import configparser
import csv
import datetime
import fcntl
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import time
import urllib.parse
import zipfile
import zlib
from dataclasses import dataclass, field, replace

PIP = 'pip==26.3'
SITE = 'usr/local/lib/python3.11/dist-packages'
APP = 'srv/app'
PLATFORMS = ['manylinux_2_36', 'manylinux_2_34', 'manylinux_2_31', 'manylinux_2_28', 'manylinux_2_27', 'manylinux_2_26',
             'manylinux_2_24', 'manylinux2014', 'manylinux_2_17', 'manylinux2010', 'manylinux_2_12', 'manylinux1',
             'manylinux_2_5', 'linux']
# Suites of Debian, each with what its archive's address has behind that of the main archive.
SUITES = [('', 'bullseye'), ('', 'bullseye-updates'), ('-security', 'bullseye-security'),
          ('', 'bookworm'), ('', 'bookworm-updates'), ('-security', 'bookworm-security'), ('', 'bookworm-backports'),
          ('', 'trixie'), ('', 'trixie-updates'), ('-security', 'trixie-security'), ('', 'trixie-backports'),
          ('', 'forky'), ('', 'sid')]
KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
MERGED = ('bin', 'lib', 'lib64', 'sbin')


@dataclass
class Line:
    """Packages of an image line. `base` are Debian packages as of the first date, `debs` those as of each date."""

    last: str
    step: int
    base: str = ''
    debs: str = ''
    pypi: str = ''
    npm: str = ''
    app: str = ''
    builds: int = 12
    rolling: bool = False  # base follows the dates too


SMALL_BASE = 'base-files bash ca-certificates dash libc6 libc-bin openssl tzdata'
LINES = {
    'python': Line('2026-04-05', 14, SMALL_BASE, app='pypi locust', pypi='''
        aiohttp alembic boto3 celery cryptography django fastapi grpcio gunicorn httpx jinja2 lxml numpy orjson pandas
        pillow prometheus-client protobuf psycopg2-binary pydantic pyyaml redis requests rich sentry-sdk sqlalchemy
        structlog uvicorn'''),
    'node': Line('2025-11-02', 14, SMALL_BASE, app='npm verdaccio', npm='''
        @aws-sdk/client-s3 @babel/preset-env @types/node axios d3 date-fns eslint express graphql jest lodash mongoose pg
        prettier react react-dom rxjs sass tailwindcss three typeorm typescript vite vue webpack zod'''),
    'both': Line('2026-08-30', 14, SMALL_BASE, app='pypi locust', debs='''
        curl git libcurl4 libexpat1 libssl3 libxml2 nginx sqlite3 libgnutls30 zlib1g''', pypi='''
        boto3 cryptography django grpcio pillow pydantic requests sqlalchemy''', npm='''
        @aws-sdk/client-s3 eslint lodash prettier react three typescript webpack'''),
    'python2': Line('2025-10-05', 14, SMALL_BASE, app='pypi octoprint', pypi='''
        ansible-core black coverage docutils duckdb elasticsearch faker flask hypothesis ipython kubernetes marshmallow
        networkx newrelic opensearch-py opentelemetry-sdk pygments pymongo pytest regex slack-sdk stripe tornado twilio
        twisted uvloop websockets zstandard'''),
    'node2': Line('2026-09-06', 14, SMALL_BASE, app='npm node-red', npm='''
        bullmq chart.js core-js echarts fastify highlight.js immutable ioredis jsdom katex koa leaflet luxon marked mobx
        mongodb openai pino playwright-core preact ramda sequelize stripe svelte terser winston'''),
    'debian': Line('2026-10-04', 70, '''
        apt base-files bash coreutils dash debianutils dpkg findutils grep gzip libc-bin libc6 libsystemd0 login mount
        passwd perl-base sed tar util-linux''', rolling=True, app='', debs='''
        bind9-libs busybox cpio file ghostscript gnupg imagemagick-6-common libglib2.0-data libmagic-mgc mariadb-common
        openssh-client openssh-server php-common postgresql-client-common procps python3-urllib3 redis-tools rsync ruby
        samba-libs sudo tmux wget xz-utils'''),
    'quick': Line('2026-04-05', 56, builds=4, pypi='certifi idna urllib3'),
}


@dataclass(frozen=True)
class Entry:
    """A path of a tree. `content` is the SHA-256 of a file or the target of a link."""

    path: str
    kind: str  # file, symlink or directory
    size: int
    content: str
    mode: int
    mtime: int
    component: str = ''
    version: str = ''


@dataclass
class Release:
    """Files of one release, or files that a build step writes."""

    component: str
    version: str
    files: dict = field(default_factory=dict)  # path -> (Entry, bytes or None)

    def put(self, path, data, mode=0o644, mtime=0):
        if isinstance(data, str):
            data = data.encode()
        digest = hashlib.sha256(data).hexdigest()
        self.files[path] = (Entry(path, 'file', len(data), digest, mode, mtime, self.component, self.version), data)

    def link(self, path, target, mtime=0):
        self.files[path] = (Entry(path, 'symlink', 0, target, 0o777, mtime, self.component, self.version), None)

    def newest(self):
        return max((entry.mtime for entry, _ in self.files.values()), default=0)


def seconds(date):
    """Noon UTC of a day."""
    return int(datetime.datetime.fromisoformat(date + 'T12:00:00+00:00').timestamp())


def iso(moment):
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')


def run(command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    if result.returncode:
        sys.exit(f'{" ".join(map(str, command[:6]))} ... failed:\n{result.stderr[-3000:]}{result.stdout[-1000:]}')
    return result.stdout


class Pypi:
    """Wheels for CPython 3.11 on x86-64, as pip resolves them at a date."""

    def __init__(self, cache):
        self.cache = cache / 'pypi'
        self.wheels = self.cache / 'wheels'
        self.wheels.mkdir(parents=True, exist_ok=True)
        self.environment = {key: value for key, value in os.environ.items() if key != 'PIP_FIND_LINKS'}  # these have no dates
        self.environment |= {'PYTHONPATH': str(cache / 'pip'), 'PIP_CACHE_DIR': str(self.cache / 'http'),
                             'PIP_DISABLE_PIP_VERSION_CHECK': '1', 'PIP_ROOT_USER_ACTION': 'ignore'}
        self.pip = cache / 'pip'

    def resolve(self, names, date, dependencies=True):
        """File names of the wheels of these packages at a date."""
        key = hashlib.sha256(json.dumps([names, date, dependencies]).encode()).hexdigest()[:16]
        listed = self.cache / f'{date}-{key}.json'
        if listed.exists():
            return json.loads(listed.read_text())
        if not self.pip.exists():
            run([sys.executable, '-m', 'pip', 'install', '--quiet', '--no-deps', '--target', self.pip, PIP])
        new = self.cache / f'new-{key}'
        shutil.rmtree(new, ignore_errors=True)
        platforms = [word for name in PLATFORMS for word in ('--platform', name + '_x86_64')]
        run([sys.executable, '-m', 'pip', 'download', '--quiet', '--only-binary', ':all:', '--implementation', 'cp',
             '--python-version', '3.11', *platforms, '--uploaded-prior-to', iso(seconds(date)), '--dest', new,
             *([] if dependencies else ['--no-deps']), *names], env=self.environment)
        files = sorted(path.name for path in new.iterdir())
        for name in files:
            os.replace(new / name, self.wheels / name)
        new.rmdir()
        listed.write_text(json.dumps(files))
        return files

    def release(self, name, root=SITE, requested=()):
        """A wheel as pip unpacks it, without compiled files."""
        distribution, version = name.split('-')[:2]
        component = re.sub(r'[-_.]+', '-', distribution).lower()
        release = Release('app' if root == APP else 'pypi/' + component, version)
        records, scripts = [], None
        with zipfile.ZipFile(self.wheels / name) as wheel:
            for info in wheel.infolist():
                if info.is_dir() or info.filename.endswith('.dist-info/RECORD'):
                    continue
                data = wheel.read(info)
                path = f'{root}/{info.filename}'
                mode = 0o755 if info.external_attr >> 16 & 0o111 else 0o644
                part = info.filename.split('/')
                if part[0].endswith('.data'):
                    rest = '/'.join(part[2:])
                    path = {'purelib': f'{root}/{rest}', 'platlib': f'{root}/{rest}', 'scripts': f'usr/local/bin/{rest}',
                            'headers': f'usr/local/include/python3.11/{component}/{rest}'}.get(part[1], f'usr/local/{rest}')
                    if part[1] == 'scripts':
                        mode = 0o755
                        if data.startswith(b'#!python'):
                            data = b'#!/usr/bin/python3\n' + data.split(b'\n', 1)[1]
                if info.filename.endswith('.dist-info/entry_points.txt'):
                    scripts = data.decode()
                mtime = int(datetime.datetime(*info.date_time[:5], min(info.date_time[5], 59),
                                              tzinfo=datetime.timezone.utc).timestamp())
                release.put(path, data, mode, mtime)
        newest = release.newest()
        info = next(path.rsplit('/', 1)[0] for path in release.files if path.endswith('.dist-info/METADATA'))
        if scripts:
            entry_points = configparser.ConfigParser(delimiters=('=',), strict=False)
            entry_points.optionxform = str
            entry_points.read_string(scripts)
            for script, target in entry_points['console_scripts'].items() if 'console_scripts' in entry_points else ():
                module, function = re.match(r'\s*([\w.]+)\s*:\s*([\w.]+)', target).groups()
                release.put(f'usr/local/bin/{script}', '#!/usr/bin/python3\nimport sys\n'
                            f'from {module} import {function.split(".")[0]}\n'
                            f"if __name__ == '__main__':\n    sys.exit({function}())\n", 0o755, newest)
        release.put(f'{info}/INSTALLER', 'pip\n', 0o644, newest)
        if component in requested:
            release.put(f'{info}/REQUESTED', '', 0o644, newest)
        for path in sorted(release.files):
            entry, data = release.files[path]
            digest = base64.urlsafe_b64encode(bytes.fromhex(entry.content)).rstrip(b'=').decode()
            records.append(f'{os.path.relpath(path, root)},sha256={digest},{entry.size}\n')
        records.append(f'{os.path.relpath(info, root)}/RECORD,,\n')
        release.put(f'{info}/RECORD', ''.join(records), 0o644, newest)
        return release


class Npm:
    """Packages of npm, as `npm install --before` resolves them, and their tarballs from npm's cache."""

    def __init__(self, cache):
        self.cache = cache / 'npm'
        self.cache.mkdir(parents=True, exist_ok=True)
        self.store = self.cache / 'store'

    def npm(self, *arguments, **options):
        # What was published up to a past date does not change, so that metadata in the cache serve.
        return run(['npm', *arguments, '--cache', str(self.store), '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts',
                    '--loglevel=error'], **options)

    def resolve(self, names, date):
        """The lock of these packages at a date: path -> package."""
        key = hashlib.sha256(json.dumps([names, date]).encode()).hexdigest()[:16]
        listed = self.cache / f'{date}-{key}.json'
        if not listed.exists():
            new = self.cache / f'new-{key}'
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir()
            (new / 'package.json').write_text(json.dumps(
                {'name': 'app', 'version': '1.0.0', 'private': True, 'dependencies': {name: '*' for name in names}}))
            self.npm('install', '--package-lock-only', '--before', iso(seconds(date)), cwd=new)
            lock = json.loads((new / 'package-lock.json').read_text())
            packages = {path: package for path, package in lock['packages'].items() if path and self.runs(package)}
            missing = [self.spec(path, package) for path, package in packages.items() if not self.tarball(package).exists()]
            missing = sorted(set(missing))
            for start in range(0, len(missing), 60):
                self.npm('cache', 'add', *missing[start:start + 60], cwd=new)
            lost = [self.spec(path, package) for path, package in packages.items() if not self.tarball(package).exists()]
            if lost:
                sys.exit(f'not in npm\'s cache: {lost}')
            listed.write_text(json.dumps(packages, indent=1))
            shutil.rmtree(new)
        return self.reached(json.loads(listed.read_text()), names)

    @staticmethod
    def reached(packages, names):
        """The packages that are needed on this platform: a lock also lists what those of other platforms need."""
        reached, waiting = set(), [('', name) for name in names]
        while waiting:
            folder, name = waiting.pop()
            path = f'{folder}node_modules/{name}'
            while path not in packages and folder:
                folder = folder[:folder[:-1].rfind('node_modules/')]
                path = f'{folder}node_modules/{name}'
            if path in packages and path not in reached:
                reached.add(path)
                waiting += [(path + '/', need) for part in ('dependencies', 'optionalDependencies', 'peerDependencies')
                            for need in packages[path].get(part, ())]
        return {path: package for path, package in packages.items() if path in reached}

    def alone(self, name, date):
        """The highest plain version of one package at a date, without its dependencies."""
        listed = self.cache / f'{date}-{name.replace("/", "+")}.json'
        if not listed.exists():
            times = json.loads(self.npm('view', name, 'time', '--json'))
            version = max((version for version, moment in times.items()
                           if re.fullmatch(r'\d+\.\d+\.\d+', version) and moment < iso(seconds(date))),
                          key=lambda version: [int(part) for part in version.split('.')])
            package = {'version': version, 'bin': {},
                       'integrity': json.loads(self.npm('view', f'{name}@{version}', 'dist.integrity', '--json'))}
            self.npm('cache', 'add', f'{name}@{version}')
            listed.write_text(json.dumps(package))
        return json.loads(listed.read_text())

    @staticmethod
    def runs(package):
        """Whether a package is installed on Linux, x86-64, glibc."""
        def allows(words, word):
            return word in words or ('!' + word not in words and all(name.startswith('!') for name in words))
        return (allows(package.get('os', []), 'linux') and allows(package.get('cpu', []), 'x64')
                and allows(package.get('libc', []), 'glibc') and not package.get('link'))

    @staticmethod
    def spec(path, package):
        return f'{package.get("name", path.split("node_modules/")[-1])}@{package["version"]}'

    def tarball(self, package):
        algorithm, digest = package['integrity'].split()[0].split('-', 1)
        digest = base64.b64decode(digest).hex()
        return self.store / '_cacache' / 'content-v2' / algorithm / digest[:2] / digest[2:4] / digest[4:]

    def release(self, path, package, component=None):
        """A package below srv/app, with its links in .bin."""
        name = component or 'npm/' + '>'.join(part.strip('/') for part in path.split('node_modules/')[1:])
        release = Release(name, package['version'])
        root = APP if component else f'{APP}/{path}'
        commands = package.get('bin', {})
        if isinstance(commands, str):
            commands = {path.split('/')[-1]: commands}
        programs = {os.path.normpath(program) for program in commands.values()}
        with tarfile.open(self.tarball(package)) as tar:
            for member in tar:
                if not member.isfile() or '/' not in member.name:
                    continue
                inner = os.path.normpath(member.name.split('/', 1)[1])
                mode = 0o755 if member.mode & 0o111 or inner in programs else 0o644
                release.put(f'{root}/{inner}', tar.extractfile(member).read(), mode, int(member.mtime))
        if not component:
            modules = root[:root.rindex('node_modules') + len('node_modules')]
            for command, program in commands.items():
                if f'{root}/{os.path.normpath(program)}' in release.files:
                    release.link(f'{modules}/.bin/{command}', os.path.relpath(f'{root}/{program}', f'{modules}/.bin'),
                                 release.newest())
        return release


class Debian:
    """Packages of all suites of Debian. The date of a version is that of its .deb: the day of its changelog."""

    def __init__(self, cache):
        self.cache = cache / 'debian'
        self.debs = self.cache / 'debs'
        for folder in (self.debs, self.cache / 'lists/partial', self.cache / 'archives/partial'):
            folder.mkdir(parents=True, exist_ok=True)
        self.options = ['-qq', '-o', f'Dir::Etc::sourcelist={self.cache}/sources.list', '-o', 'Dir::Etc::sourceparts=/dev/null',
                        '-o', f'Dir::State={self.cache}', '-o', f'Dir::State::status={self.cache}/status',
                        '-o', f'Dir::Cache={self.cache}', '-o', 'APT::Sandbox::User=root', '-o', 'Acquire::Languages=none',
                        '-o', 'APT::Architecture=amd64', '-o', 'APT::Architectures=amd64']
        self.dated = {}

    def versions(self, name):
        """(time, deb) of each version that the suites have, by time. A version that came after a higher one is left out."""
        if name in self.dated:
            return self.dated[name]
        listed = self.cache / f'{name}.json'
        found = []
        for deb in json.loads(listed.read_text()):
            with open(self.debs / deb, 'rb') as file:
                head = file.read(68)
            found.append((int(head[24:36]), urllib.parse.unquote(deb.split('_')[1]), deb))
        found.sort()
        newest, kept = None, []
        for moment, version, deb in found:
            if newest is None or subprocess.run(['dpkg', '--compare-versions', version, 'gt', newest]).returncode == 0:
                newest = version
                kept.append((moment, deb))
        self.dated[name] = kept
        return kept

    def download(self, names):
        """Brings all versions of these packages. apt-get reads all lists at each start: few calls."""
        with open(self.cache / 'lock', 'w') as lock:  # apt-get does not wait for another apt-get
            fcntl.flock(lock, fcntl.LOCK_EX)
            names = [name for name in names if not (self.cache / f'{name}.json').exists()]
            if not names:
                return
            if not (self.cache / 'updated').exists():
                # The main archive that this host installs from; that of security updates stands next to it.
                mirror = os.environ.get('MIRROR') or next(
                    uri for uri in run(['apt-get', 'indextargets', '--format', '$(REPO_URI)']).split()
                    if uri.rstrip('/').endswith('/debian'))
                (self.cache / 'status').touch()
                (self.cache / 'sources.list').write_text(''.join(
                    f'deb [signed-by={KEYRING}] {mirror.rstrip("/")}{archive} {suite} main\n' for archive, suite in SUITES))
                run(['apt-get', *self.options, 'update'])
                (self.cache / 'updated').touch()
            rows = [row.split('|') for row in run(['apt-cache', *self.options, 'madison', *names]).splitlines()]
            wanted = sorted({f'{row[0].strip()}={row[1].strip()}' for row in rows if row[2].strip().endswith('Packages')})
            missing = set(names) - {spec.split('=')[0] for spec in wanted}
            if missing:
                sys.exit(f'no Debian packages {sorted(missing)}')
            # A list names a .deb now and then that the archive has not any more: the others serve.
            subprocess.run(['apt-get', *self.options, 'download', *wanted], cwd=self.debs)
            for name in names:
                debs = sorted(path.name for path in self.debs.glob(f'{name}_*.deb'))
                if not debs:
                    sys.exit(f'no .deb of {name}')
                (self.cache / f'{name}.json').write_text(json.dumps(debs))

    def resolve(self, names, date):
        """The .debs of these packages at a date; the first version where all are younger."""
        self.download(names)
        chosen = []
        for name in names:
            versions = self.versions(name)
            at = bisect.bisect_right([moment for moment, _ in versions], seconds(date))
            chosen.append(versions[max(at - 1, 0)][1])
        return chosen

    def release(self, deb):
        """A .deb as dpkg unpacks it, /usr merged, with its files in dpkg's database. Hard links become files."""
        name, version = deb.split('_')[0], urllib.parse.unquote(deb.split('_')[1])
        release = Release('deb/' + name, version)
        listed = ['/.']
        data = subprocess.run(['dpkg-deb', '--fsys-tarfile', self.debs / deb], stdout=subprocess.PIPE, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            for member in tar:
                path = member.name.removeprefix('./').strip('/')
                if not path or path == '.':
                    continue
                listed.append('/' + path)
                if path.split('/')[0] in MERGED:
                    if '/' not in path:
                        continue
                    path = 'usr/' + path
                if member.issym():
                    release.link(path, member.linkname, int(member.mtime))
                elif member.isfile() or member.islnk():
                    release.put(path, tar.extractfile(member).read(), stat.S_IMODE(member.mode), int(member.mtime))
        control = subprocess.run(['dpkg-deb', '--ctrl-tarfile', self.debs / deb], stdout=subprocess.PIPE, check=True).stdout
        newest = release.newest()
        with tarfile.open(fileobj=io.BytesIO(control)) as tar:
            parts = {member.name.removeprefix('./'): (tar.extractfile(member).read(), member.mode)
                     for member in tar if member.isfile()}
        paragraph = parts.pop('control')[0].decode()
        same = 'Multi-Arch: same' in paragraph
        prefix = f'var/lib/dpkg/info/{name}{":amd64" if same else ""}'
        for part, (content, mode) in parts.items():
            release.put(f'{prefix}.{part}', content, stat.S_IMODE(mode), newest)
        release.put(f'{prefix}.list', '\n'.join(listed) + '\n', 0o644, newest)
        head, rest = paragraph.rstrip('\n').split('\n', 1)
        return release, f'{head}\nStatus: install ok installed\n{rest}\n'


class Layout:
    """An OCI image layout with one tag an image. Equal layers are one blob."""

    def __init__(self, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        self.blobs = folder / 'blobs/sha256'
        self.blobs.mkdir(parents=True)
        self.manifests = []
        (folder / 'oci-layout').write_text('{"imageLayoutVersion":"1.0.0"}')

    def put(self, value, media_type):
        data = json.dumps(value, separators=(',', ':')).encode()
        name = hashlib.sha256(data).hexdigest()
        (self.blobs / name).write_bytes(data)
        return {'mediaType': media_type, 'digest': 'sha256:' + name, 'size': len(data)}

    def layer(self, entries, level):
        """(descriptor, diffID) of a gzip layer of (Entry, bytes)."""
        plain, packed = hashlib.sha256(), hashlib.sha256()
        temporary = self.folder / 'layer'
        with open(temporary, 'wb') as file:
            deflate = zlib.compressobj(level, zlib.DEFLATED, -15)
            check = length = 0

            def out(data):
                packed.update(data)
                file.write(data)

            class Sink:
                def write(self, data):
                    nonlocal check, length
                    plain.update(data)
                    check = zlib.crc32(data, check)
                    length += len(data)
                    out(deflate.compress(data))
                    return len(data)

            out(b'\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff')
            with tarfile.open(fileobj=Sink(), mode='w|', format=tarfile.PAX_FORMAT, bufsize=1 << 20) as tar:
                for entry, data in entries:
                    info = tarfile.TarInfo(entry.path)
                    info.mode, info.mtime, info.uname, info.gname = entry.mode, entry.mtime, 'root', 'root'
                    info.type = {'file': tarfile.REGTYPE, 'symlink': tarfile.SYMTYPE, 'directory': tarfile.DIRTYPE}[entry.kind]
                    if entry.kind == 'symlink':
                        info.linkname = entry.content
                    info.size = entry.size
                    tar.addfile(info, io.BytesIO(data) if entry.kind == 'file' else None)
            out(deflate.flush())
            out(check.to_bytes(4, 'little') + (length & 0xFFFFFFFF).to_bytes(4, 'little'))
        name = packed.hexdigest()
        size = temporary.stat().st_size
        os.replace(temporary, self.blobs / name)
        return ({'mediaType': 'application/vnd.oci.image.layer.v1.tar+gzip', 'digest': 'sha256:' + name, 'size': size},
                'sha256:' + plain.hexdigest())

    def image(self, name, created, layers):
        """An image of (descriptor, diffID, created, step) a layer."""
        config = self.put({'created': iso(created), 'architecture': 'amd64', 'os': 'linux', 'config': {},
                           'rootfs': {'type': 'layers', 'diff_ids': [diff for _, diff, _, _ in layers]},
                           'history': [{'created': iso(moment), 'created_by': step} for _, _, moment, step in layers]},
                          'application/vnd.oci.image.config.v1+json')
        manifest = self.put({'schemaVersion': 2, 'mediaType': 'application/vnd.oci.image.manifest.v1+json', 'config': config,
                             'layers': [descriptor for descriptor, _, _, _ in layers]},
                            'application/vnd.oci.image.manifest.v1+json')
        manifest['annotations'] = {'io.containerd.image.name': f'docker.io/lines/{name}',
                                   'org.opencontainers.image.ref.name': name}
        self.manifests.append(manifest)
        (self.folder / 'index.json').write_text(json.dumps({
            'schemaVersion': 2, 'mediaType': 'application/vnd.oci.image.index.v1+json', 'manifests': self.manifests}))


class Maker:
    """Builds one line. Releases of the build before stay in memory; a step with equal input is not run again."""

    def __init__(self, cache, name, line, out, level):
        self.name, self.line, self.out, self.level = name, line, out, level
        self.pypi, self.npm, self.debian = Pypi(cache), Npm(cache), Debian(cache)
        day = datetime.date.fromisoformat(line.last)
        self.dates = [str(day - datetime.timedelta(days=line.step * (line.builds - 1 - k))) for k in range(line.builds)]
        self.releases, self.used = {}, {}
        self.layers = {}

    def load(self, key, read):
        if key not in self.used:
            self.used[key] = self.releases.get(key) or read()
        return self.used[key]

    def steps(self, k, date):
        """(created_by, key of the input, releases) of each layer of build k."""
        line, first = self.line, self.dates[0]
        base = self.debian.resolve(line.base.split(), date if line.rolling else first)
        debs = [self.load(deb, lambda: self.debian.release(deb)) for deb in base]
        yield 'base image', base, [release for release, _ in debs] + [self.base_files(debs)]
        if line.debs:
            added = self.debian.resolve(line.debs.split(), date)
            more = [self.load(deb, lambda: self.debian.release(deb)) for deb in added]
            status = self.status(debs + more, f'Commandline: apt-get install -y {" ".join(line.debs.split())}\n')
            yield 'RUN apt-get install', base + added, [release for release, _ in more] + [status]
        if line.pypi:
            names = line.pypi.split()
            wheels = self.pypi.resolve(names, date)
            pinned = Release('app', str(k))
            pinned.put(f'{APP}/requirements.txt', ''.join('=='.join(wheel.split('-')[:2]) + '\n' for wheel in wheels))
            yield 'COPY requirements.txt', wheels, [pinned]
            yield ('RUN pip install -r requirements.txt', wheels,
                   [self.load(wheel, lambda: self.pypi.release(wheel, requested=names)) for wheel in wheels])
        if line.npm:
            packages = self.npm.resolve(line.npm.split(), date)
            pinned, hidden = Release('app', str(k)), Release('', '')
            lock = {'name': 'app', 'version': '1.0.0', 'lockfileVersion': 3, 'requires': True}
            pinned.put(f'{APP}/package-lock.json', json.dumps(lock | {'packages': {'': {}} | packages}, indent=2) + '\n')
            hidden.put(f'{APP}/node_modules/.package-lock.json', json.dumps(lock | {'packages': packages}, indent=2) + '\n')
            yield 'COPY package-lock.json', packages, [pinned]
            # Of two commands with one name the first stays.
            yield ('RUN npm ci', packages, [self.load((path, package['integrity']), lambda: self.npm.release(path, package))
                                            for path, package in reversed(packages.items())] + [hidden])
        app = Release('app', str(k))
        app.put(f'{APP}/build.json', json.dumps({'build': k + 1, 'date': date}) + '\n')
        releases, source = [app], []
        if line.app:
            registry, package = line.app.split()
            if registry == 'pypi':
                source = self.pypi.resolve([package], date, dependencies=False)
                releases += [self.load((wheel, APP), lambda: self.pypi.release(wheel, root=APP)) for wheel in source]
            else:
                lock = self.npm.alone(package, date)
                source = lock['integrity']
                releases.append(self.load((source, APP), lambda: self.npm.release('', lock, 'app')))
        yield 'COPY . .', [k, source], releases

    def base_files(self, debs):
        """The links of a merged /usr, passwd and dpkg's status."""
        release = self.status(debs, '')
        for name in MERGED:
            release.link(name, 'usr/' + name)
        release.put('etc/passwd', 'root:x:0:0:root:/root:/bin/bash\n')
        return release

    def status(self, debs, log):
        release = Release('', '')
        release.put('var/lib/dpkg/status', '\n'.join(sorted(paragraph for _, paragraph in debs)))
        if log:
            release.put('var/log/apt/history.log', log)
        return release

    def layer(self, layout, step, key, releases, created):
        """One layer: files sorted by path with their folders. Files without a time of a release get the build's."""
        key = (step, json.dumps(key, sort_keys=True))
        if key not in self.layers:
            files = {}
            for release in releases:
                for path, (entry, data) in release.files.items():
                    if not entry.mtime:
                        entry = Entry(**{**entry.__dict__, 'mtime': created})
                    files[path] = (entry, data)
            for path in list(files):
                for slash in [at for at, letter in enumerate(path) if letter == '/']:
                    folder = path[:slash]
                    if folder in files and files[folder][0].kind == 'directory':
                        continue
                    if folder in files:
                        raise SystemExit(f'{folder} is a {files[folder][0].kind} and a folder')
                    files[folder] = (Entry(folder, 'directory', 0, '', 0o755, seconds(self.dates[0])), None)
            ordered = [files[path] for path in sorted(files, key=lambda path: path.split('/'))]
            blob = layout.layer(ordered, self.level) if layout else (None, None)
            self.layers[key] = (*blob, created, step), [entry for entry, _ in ordered]
        return self.layers[key]

    def make(self):
        layout = Layout(self.out / self.name) if self.level is not None else None
        trees = []
        with gzip.GzipFile(self.out / f'{self.name}.csv.gz', 'wb', compresslevel=6, mtime=0) as packed:
            text = io.TextIOWrapper(packed, encoding='utf-8', errors='surrogateescape', newline='')
            rows = csv.writer(text, lineterminator='\n')
            rows.writerow(['image', 'path', 'kind', 'size', 'content', 'mode', 'mtime', 'component', 'version', 'layer'])
            for k, date in enumerate(self.dates):
                started = time.time()
                created, tree, layers = seconds(date), {}, []
                self.used = {}
                for number, (step, key, releases) in enumerate(self.steps(k, date)):
                    descriptor, entries = self.layer(layout, step, key, releases, created)
                    layers.append(descriptor)
                    tree |= {entry.path: (entry, number) for entry in entries}
                self.releases = self.used
                if layout:
                    layout.image(f'{self.name}:{k + 1}', created, layers)
                for path in sorted(tree):
                    entry, number = tree[path]
                    rows.writerow([k, path, entry.kind, entry.size, entry.content, f'{entry.mode:o}', entry.mtime,
                                   entry.component, entry.version, number])
                trees.append({path: entry for path, (entry, _) in tree.items() if entry.kind != 'directory'})
                print(f'{self.name}:{k + 1} {date} layers {len(layers)} files {len(trees[-1])} '
                      f'components {len({entry.component for entry in trees[-1].values()})} '
                      f'MB {sum(entry.size for entry in trees[-1].values()) / 1e6:.1f} '
                      f'seconds {time.time() - started:.1f}', flush=True)
            text.flush()
            text.detach()
        self.packages(trees)

    def packages(self, trees):
        """The truth of a line: which paths a component owns, and in which updates any of its files changed."""
        owner, changed = {}, {}
        for tree in trees:
            for path, entry in tree.items():
                owner.setdefault(path, entry.component)
        for k in range(1, len(trees)):
            before, after = trees[k - 1], trees[k]
            for path in before.keys() | after.keys():
                one, two = before.get(path), after.get(path)
                if one is None or two is None or (one.kind, one.content, one.mode, one.mtime) != (
                        two.kind, two.content, two.mode, two.mtime):
                    changed.setdefault(owner[path], set()).add(k)
        below = {}
        for path, component in owner.items():
            for slash in [at for at, letter in enumerate(path) if letter == '/']:
                below.setdefault(path[:slash], set()).add(component)
        rows = set()
        for path, component in owner.items():
            folders = [path[:at] for at, letter in enumerate(path) if letter == '/']
            rows.add((component, next((f + '/' for f in folders if below[f] == {component}), path)))
        with open(self.out / f'{self.name}.packages.csv', 'w', encoding='utf-8', errors='surrogateescape', newline='') as file:
            table = csv.writer(file, lineterminator='\n')
            table.writerow(['package', 'prefix', 'updates'])
            for component, prefix in sorted(rows):
                table.writerow([component, prefix, ' '.join(map(str, sorted(changed.get(component, ()))))])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('line', nargs='*', choices=[*LINES, []], metavar='LINE')
    parser.add_argument('--quick', action='store_true', help='line quick')
    parser.add_argument('--listing', action='store_true', help='write the listings alone, no layouts')
    parser.add_argument('--step', type=int, metavar='DAYS', help='days between builds, in place of those of the line')
    parser.add_argument('--level', type=int, default=6, help='level of gzip (default: 6)')
    options = parser.parse_intermixed_args()
    names = options.line or (['quick'] if options.quick else [])
    if not names:
        parser.error('name a line, or use --quick')
    cache = pathlib.Path(os.environ.get('LINES_CACHE', '~/.cache/varve-lines')).expanduser().resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    os.umask(0o022)
    for name in names:
        line = LINES[name] if options.step is None else replace(LINES[name], step=options.step)
        Maker(cache, name, line, options.out, None if options.listing else options.level).make()


if __name__ == '__main__':
    main()
