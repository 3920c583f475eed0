"""The compiler: numba's front end and LLVM, set to a target of our own; nothing of a user's numba is touched.

The target is one generic instruction set, so that the same machine code (hence the same bits) runs on every x86-64. It
has its own names, contexts and cache. Code is made as objects for machine_code.py; functions for compiled callers only
are kept as LLVM's intermediate code and linked into the entries that call them.
The classes derived from are private to numba, hence the bounds of its version and tests/compiling/test_cache.py.
"""

import gc
import re
from contextlib import contextmanager, suppress

from llvmlite import ir
from numba import types
from numba.core import codegen, cpu, registry
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.ccallback import CFunc
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps, loads
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_registry
from numba.extending import typeof_impl

from sandbox.compiling.cache import CACHE_FOLDER, CACHE_KEY
from sandbox.compiling.compiled import Compiled, Entry, Operation
from sandbox.compiling.machine_code import digest_of, is_kept
from sandbox.compiling.signature import NOTHING, NUMBER, NUMBERS, WHOLE, WHOLES
from sandbox.compiling.traced import Traced

TYPES = {NUMBER: types.float64, WHOLE: types.int64, NUMBERS: types.CPointer(types.float64),
         WHOLES: types.CPointer(types.int64), NOTHING: types.void}
# new objects between two looks for garbage while something is compiled
SELDOM = 200_000
# names of functions that only an interpreter has; long enough not to occur by chance in a megabyte of instructions
OF_PYTHON = re.compile(rb"\0_{0,2}(Py[A-Za-z_]{4}|numba_|NRT_)")


# ---- target ---------------------------------------------------------------------------------------------------------

class Library(codegen.CPUCodeLibrary):
    """Functions compiled together; nothing is put into memory here."""

    def _optimize_final_module(self):
        # what is called from outside is one function; the rest is written into it, improved with it and forgotten:
        # improved alone before, it would be so once more at each level of its callers, a quarter of all compiling
        functions = [f for f in self._final_module.functions if not f.is_declaration]
        if any(f.name.startswith("cfunc.") for f in functions):
            for f in functions:
                if not f.name.startswith("cfunc."):
                    f.linkage = "internal"
            super()._optimize_final_module()

    def _finalize_specific(self):
        pass

    def serialize_using_object_code(self):
        """Returns the intermediate code: it is linked into others, never run from here."""
        return self.serialize_using_bitcode()


class Codegen(codegen.JITCPUCodegen):
    """LLVM set to the generic instruction set."""

    _library_class = Library

    def _get_host_cpu_name(self):
        return "generic"

    def _get_host_cpu_features(self):
        return ""

    def _add_module(self, module):
        pass

    def set_env(self, env_name, env):
        """Does nothing: our functions ask for no objects of Python."""


class Context(cpu.CPUContext):
    """What types and operations are in machine code."""

    @global_compiler_lock
    def init(self):
        """Prepares as numba's own context does, with our Codegen in the place of its own."""
        super().init()
        self._internal_codegen = Codegen("sandbox.exec")

    def create_cfunc_wrapper(self, library, fndesc, env, call_helper, **_options):
        """Adds the function with a C signature; an exception, which our functions have none of, would give nan."""
        module = self.create_module("cfunc_wrapper")
        inner = ir.Function(module, self.call_conv.get_function_type(fndesc.restype, fndesc.argtypes),
                            fndesc.llvm_func_name)
        kinds = [self.get_value_type(kind) for kind in fndesc.argtypes]
        outer = ir.Function(module, ir.FunctionType(self.get_value_type(fndesc.restype), kinds),
                            fndesc.llvm_cfunc_wrapper_name)
        builder = ir.IRBuilder(outer.append_basic_block("entry"))
        status, out = self.call_conv.call_function(builder, inner, fndesc.restype, fndesc.argtypes, outer.args)
        if fndesc.restype == types.float64:
            out = builder.select(status.is_error, ir.Constant(out.type, float("nan")), out)
        builder.ret(out)
        library.add_ir_module(module)

    def get_executable(self, library, fndesc, env):
        """Returns a key by which compiled callers find a function; there is no way in from Python."""
        # one more object of the kind that the dispatcher asks for, equal to no other
        return object().__reduce__


class Generic(CPU):
    """The mark of our target: operations that are themselves written in Python are compiled for it, too."""


NAME = "jacobi-sandbox"
target_registry[NAME] = Generic


class Target(registry.CPUTarget):
    """This machine, as generic as its family of processors."""

    @property
    def target_context(self):
        """The context of all our code."""
        if "_own_context" not in self.__dict__:
            self._own_context = Context(self.typing_context, self._target_name)
        return self._own_context


TARGET = Target(NAME)


class Pipeline(Compiler):
    """numba's way from Python to machine code, without the way in from Python, which would take as long to make."""

    def define_pipelines(self):
        """Returns numba's pipelines."""
        self.state.flags.no_cpython_wrapper = True
        return super().define_pipelines()


# no fast-math: it would make isnan(nan) false; the numpy error model gives inf and nan instead of raising mid-run
OPTIONS = {"nopython": True, "error_model": "numpy"}
INNER_OPTIONS = OPTIONS | {"no_cfunc_wrapper": True}


# ---- functions ------------------------------------------------------------------------------------------------------

class Locator(_CacheLocator):
    """Where intermediate code is kept: CACHE_FOLDER/<module>, fresh as long as no source of the engine changed.

    numba's own locators look only at the file of the function itself: they miss an edit in a called file.
    """

    def __init__(self, function):
        self._folder, self._line = CACHE_FOLDER / function.__module__, function.__code__.co_firstlineno

    def get_cache_path(self):
        return str(self._folder)

    def get_source_stamp(self):
        return CACHE_KEY

    def get_disambiguator(self):
        return str(self._line)


class CacheImplementation(CompileResultCacheImpl):
    """numba's, at our place."""

    def __init__(self, function):
        self._lineno = function.__code__.co_firstlineno
        self._locator = Locator(function)
        self._filename_base = f"{function.__name__.strip('<>')}-{self._lineno}"

    def reduce(self, cres):
        """Returns what is kept, after its hash."""
        content = dumps(super().reduce(cres))
        return digest_of(content) + content

    def rebuild(self, target_context, payload):
        """Returns what was kept; ValueError where it is not as it was written."""
        size = len(digest_of(b""))
        if digest_of(payload[size:]) != payload[:size]:
            raise ValueError("damaged")
        return super().rebuild(target_context, loads(payload[size:]))


class Cache(FunctionCache):
    """What is damaged, or can't be written, is compiled again."""

    _impl_class = CacheImplementation

    def load_overload(self, sig, target_context):
        """Returns what was compiled for a signature, None if there is nothing of use."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig, data):
        """Keeps what was compiled, where there is room for it."""
        with suppress(OSError):
            super().save_overload(sig, data)


class Inner(Dispatcher):
    """A function for compiled callers."""

    targetdescr = TARGET


def jit(**options):
    """Returns a decorator as numba's jit does, for operations that it writes in Python."""
    return lambda function: Inner(function, targetoptions=INNER_OPTIONS | options, pipeline_class=Pipeline)


dispatcher_registry[Generic] = Inner
jit_registry[Generic] = jit


class Outer(CFunc):
    """A function with a C signature."""

    _targetdescr = TARGET


def dispatcher_of(function) -> Inner:
    """Returns what the compiler knows a function for compiled callers by."""
    dispatcher = Inner(function, targetoptions=dict(INNER_OPTIONS), pipeline_class=Pipeline)
    if is_kept(function):
        dispatcher._cache = Cache(function)
    return dispatcher


@contextmanager
def _seldom_collecting():
    """The compiler makes millions of objects that it keeps: looking for garbage takes a tenth of its time."""
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def translated(entry: Entry) -> tuple[str, bytes]:
    """Takes an entry and returns the name of its function and the object that holds it."""
    TARGET.target_context.refresh()
    arguments, result = entry.signature
    signature = TYPES[result](*[TYPES[letter] for letter in arguments])
    function = Outer(entry.py_func, (signature.args, signature.return_type), {}, dict(OPTIONS), pipeline_class=Pipeline)
    with global_compiler_lock, _seldom_collecting():
        made = function._compile_uncached()
        made.library._ensure_finalized()
        code = made.library.codegen._tm.emit_object(made.library._final_module)
    if OF_PYTHON.search(code):
        raise TypeError(f"{entry.__module__}.{entry.__name__}: compiled code calls the interpreter")
    return made.fndesc.llvm_cfunc_wrapper_name, code


# ---- what a global name in compiled code stands for -----------------------------------------------------------------

@typeof_impl.register(Compiled)
def _type_of_compiled(value, _context):
    return value.dispatcher._type


@typeof_impl.register(Operation)
@typeof_impl.register(Traced)
def _type_of_operation(value, _context):
    operation = value.intrinsic
    # it may have been defined just now
    TARGET.typing_context.refresh()
    return TARGET.typing_context.resolve_value_type(operation)
