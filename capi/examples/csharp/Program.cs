// Compiles a text through DllImport: dotnet run, with the library beside the program.

using System;
using System.Runtime.InteropServices;
using System.Text;

internal static class Hlslc
{
    private const string Library = "hlslc_c";

    public const uint AbiVersion = 1;
    public const int Ok = 0;
    public const uint OutputObject = 1;
    public const uint OutputErrors = 2;

    [StructLayout(LayoutKind.Sequential)]
    public struct Bytes
    {
        public IntPtr Data;
        public UIntPtr Size;

        public byte[] ToArray()
        {
            var copy = new byte[(int)Size];
            Marshal.Copy(Data, copy, 0, copy.Length);
            return copy;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Request
    {
        public UIntPtr StructSize;
        public IntPtr Source;
        public UIntPtr SourceSize;
        public IntPtr SourceName;
        public IntPtr Arguments;
        public UIntPtr ArgumentCount;
        public IntPtr Options;
        public IntPtr Include;
        public IntPtr IncludeRelease;
        public IntPtr IncludeUser;
    }

    [DllImport(Library)]
    public static extern uint hlslc_abi_version();

    [DllImport(Library)]
    public static extern int hlslc_compile(ref Request request, out IntPtr result);

    [DllImport(Library)]
    public static extern int hlslc_result_output(IntPtr result, uint kind, out Bytes bytes);

    [DllImport(Library)]
    public static extern void hlslc_result_free(IntPtr result);

    /// The object, or an exception with what is wrong.
    public static byte[] Compile(string source, params string[] arguments)
    {
        var text = Encoding.UTF8.GetBytes(source);
        var pinned = GCHandle.Alloc(text, GCHandleType.Pinned);
        var words = Array.ConvertAll(arguments, Marshal.StringToCoTaskMemUTF8);
        var list = GCHandle.Alloc(words, GCHandleType.Pinned);
        var name = Marshal.StringToCoTaskMemUTF8("text.hlsl");
        var result = IntPtr.Zero;
        try
        {
            var request = new Request
            {
                StructSize = (UIntPtr)Marshal.SizeOf<Request>(),
                Source = pinned.AddrOfPinnedObject(),
                SourceSize = (UIntPtr)text.Length,
                SourceName = name,
                Arguments = list.AddrOfPinnedObject(),
                ArgumentCount = (UIntPtr)words.Length,
            };
            var status = hlslc_compile(ref request, out result);
            Bytes bytes;
            if (status != Ok)
            {
                var why = hlslc_result_output(result, OutputErrors, out bytes) == Ok
                    ? Encoding.UTF8.GetString(bytes.ToArray())
                    : $"status {status}";
                throw new InvalidOperationException(why);
            }
            hlslc_result_output(result, OutputObject, out bytes);
            return bytes.ToArray();
        }
        finally
        {
            hlslc_result_free(result);
            Marshal.FreeCoTaskMem(name);
            list.Free();
            Array.ForEach(words, Marshal.FreeCoTaskMem);
            pinned.Free();
        }
    }
}

internal static class Program
{
    private static int Main()
    {
        if (Hlslc.hlslc_abi_version() != Hlslc.AbiVersion)
        {
            Console.Error.WriteLine("another version of the interface");
            return 2;
        }
        const string source = "float4 main() : SV_Target { return 1; }";
        var container = Hlslc.Compile(source, "-T", "ps_6_6");
        Console.WriteLine($"{Encoding.ASCII.GetString(container, 0, 4)}, {container.Length} bytes");
        return 0;
    }
}
