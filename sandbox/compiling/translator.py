"""The compiler: numba's front end and LLVM, set to a target of our own; nothing of a user's numba is touched.

The target is one generic instruction set, so that the same machine code (hence the same bits) runs on every x86-64. It
has its own names, contexts and cache. Code is made as objects for machine_code.py; functions for compiled callers only
are kept as LLVM's intermediate code and linked into the entries that call them.
The classes derived from are private to numba, hence the bounds of its version and tests/compiling/test_cache.py.
"""

import gc
import re
from contextlib import contextmanager
from functools import cache, cached_property

from llvmlite import ir
from numba import types
from numba.core import codegen, cpu, registry, typing
from numba.core.ccallback import CFunc
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_registry
from numba.extending import typeof_impl

from sandbox.compiling import operations, tracing
from sandbox.compiling import signature as letters
from sandbox.compiling.code_files import is_kept
from sandbox.compiling.compiled import Compiled, Operation
from sandbox.compiling.intermediate import Cache
from sandbox.compiling.traced import Traced

TYPES = {letters.NUMBER: types.float64, letters.WHOLE: types.int64, letters.NUMBERS: types.CPointer(types.float64),
         letters.WHOLES: types.CPointer(types.int64), letters.NOTHING: types.void}
# numbers, and where the operators and functions are from that Python itself has for them
PLAIN, PLAIN_ROOMS = frozenset((types.float64, types.int64, types.boolean)), ("_operator", "builtins")
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


class TypingContext(typing.Context):
    """What types the results of calls have."""

    def __init__(self):
        super().__init__()
        self._of_operators: dict = {}

    def resolve_function_type(self, func, args, kws):
        """Returns the signature of a call; that of an operator of numbers is looked for only once.

        numba asks some ten candidates for each a*b, most of which refuse by an exception: a tenth of all compiling.
        """
        named = getattr(func, "typing_key", func)
        if kws or getattr(named, "__module__", None) not in PLAIN_ROOMS or not PLAIN.issuperset(args):
            return super().resolve_function_type(func, args, kws)
        key = func, args
        if key not in self._of_operators:
            self._of_operators[key] = super().resolve_function_type(func, args, kws)
        return self._of_operators[key]


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

    @cached_property
    def _toplevel_typing_context(self):
        return TypingContext()

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


@cache
def dispatcher_of(compiled: Compiled) -> Inner:
    """Returns what the compiler knows a function for compiled callers by."""
    function = compiled.py_func
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


def translated(entry) -> tuple[str, bytes]:
    """Takes an entry (entries.py) and returns the name of its function and the object that holds it."""
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
    return dispatcher_of(value)._type


@typeof_impl.register(Operation)
def _type_of_operation(value, _context):
    return _type_of(getattr(operations, value.name))


@typeof_impl.register(Traced)
def _type_of_traced(value, _context):
    return _type_of(intrinsic_of(value))


@cache
def intrinsic_of(traced: Traced):
    """Returns the operation of compiled code that a formula is."""
    return tracing.intrinsic_of(traced.formula)


def _type_of(operation):
    # it may have been defined just now
    TARGET.typing_context.refresh()
    return TARGET.typing_context.resolve_value_type(operation)
