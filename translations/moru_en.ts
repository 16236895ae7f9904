<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>PerformanceRows</name>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln token</numerusform>
                <numerusform>%Ln tokens</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PromptNotes</name>
        <message numerus="yes">
            <source>%Ln message(s) left out.</source>
            <translation>
                <numerusform>%Ln message left out.</numerusform>
                <numerusform>%Ln messages left out.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Thinking of %Ln earlier answer(s) left out.</source>
            <translation>
                <numerusform>Thinking of %Ln earlier answer left out.</numerusform>
                <numerusform>Thinking of %Ln earlier answers left out.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>moru::AnswerFooter</name>
        <message numerus="yes">
            <source>%Ln token(s) were kept. Your message is safe.</source>
            <translation>
                <numerusform>%Ln token was kept. Your message is safe.</numerusform>
                <numerusform>%Ln tokens were kept. Your message is safe.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>moru::ModelPicker</name>
        <message numerus="yes">
            <source>%n GGUF file(s): moru-cli import</source>
            <translation>
                <numerusform>%n GGUF file: moru-cli import</numerusform>
                <numerusform>%n GGUF files: moru-cli import</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>moru::PromptView</name>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln token</numerusform>
                <numerusform>%Ln tokens</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>moru::StatisticsLine</name>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln token</numerusform>
                <numerusform>%Ln tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%Ln earlier message(s) left out</source>
            <translation>
                <numerusform>%Ln earlier message left out</numerusform>
                <numerusform>%Ln earlier messages left out</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>moru::StatusLine</name>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln token</numerusform>
                <numerusform>%Ln tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n thread(s)</source>
            <translation>
                <numerusform>%n thread</numerusform>
                <numerusform>%n threads</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>moru::ThinkingBlock</name>
        <message numerus="yes">
            <source>%Ln token(s)</source>
            <translation>
                <numerusform>%Ln token</numerusform>
                <numerusform>%Ln tokens</numerusform>
            </translation>
        </message>
    </context>
</TS>
